package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"time"
)

// QMP is the line by which QEMU is told what to plug in.
type QMP struct {
	conn net.Conn
	from *json.Decoder
}

// message is what QEMU says: an answer, a refusal, or something that has happened.
type message struct {
	Return json.RawMessage `json:"return"`
	Error  *struct {
		Desc string `json:"desc"`
	} `json:"error"`
}

// qmpPatience is how long QEMU may take to answer.
const qmpPatience = 30 * time.Second

// NewQMP begins to talk to QEMU.
func NewQMP(conn net.Conn) (*QMP, error) {
	q := &QMP{conn, json.NewDecoder(conn)}
	return q, q.Do("qmp_capabilities", nil)
}

// Do lets QEMU do something.
func (q *QMP) Do(command string, arguments map[string]any) error {
	line, err := json.Marshal(map[string]any{"execute": command, "arguments": arguments})
	if arguments == nil {
		line, err = json.Marshal(map[string]any{"execute": command})
	}
	if err != nil {
		return err
	}
	if err := q.conn.SetDeadline(time.Now().Add(qmpPatience)); err != nil {
		return err
	}
	if _, err := io.WriteString(q.conn, string(line)+"\n"); err != nil {
		return err
	}
	return q.answer(string(line))
}

func (q *QMP) answer(asked string) error {
	for {
		var m message
		if err := q.from.Decode(&m); err != nil {
			return fmt.Errorf("qemu: %s: %w", asked, err)
		}
		switch {
		case m.Error != nil:
			return fmt.Errorf("qemu: %s: %s", asked, m.Error.Desc)
		case m.Return != nil:
			return nil
		}
	}
}
