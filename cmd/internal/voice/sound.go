package voice

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
)

// sound is a text or a tone that is being played.
type sound struct {
	request
	program *child // speaks the text; nil for a tone
	player  *child
	again   bool // the player has failed once

	mu    sync.Mutex
	stuck *child // process that the watchdog has killed; nil if none
	waits *child // process that must do something before the watchdog barks
	dog   *time.Timer
}

// report is the progress of a sound, for the mouth: its first samples went to the player, or it has
// ended. An error means that it failed.
type report struct {
	from  *sound
	began bool
	err   error
}

// Errors of processes.
var (
	errStuck  = errors.New("neither writes nor ends")
	errSilent = errors.New("wrote no sound")
)

// childError is the failure of a process.
type childError struct {
	*child
	err error
}

func (e childError) Error() string { return fmt.Sprintf("%s: %v", e.name, e.err) }
func (e childError) Unwrap() error { return e.err }

// play plays the sound and calls send for its beginning and its end. A process that does nothing
// for the time patience is killed.
func (s *sound) play(patience time.Duration, send func(report)) {
	s.watch(cmp.Or(s.program, s.player), patience)
	err := s.copy(patience, func() { send(report{from: s, began: true}) })
	s.mu.Lock()
	s.dog.Stop()
	if s.stuck != nil {
		err = childError{s.stuck, errStuck}
	}
	s.mu.Unlock()
	s.end()
	send(report{from: s, err: err})
}

// end kills the processes of the sound.
func (s *sound) end() {
	s.program.end()
	s.player.end()
}

// watch starts the watchdog, which waits for the process c.
func (s *sound) watch(c *child, patience time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = c
	s.dog = time.AfterFunc(patience, func() {
		s.mu.Lock()
		s.stuck = s.waits
		s.mu.Unlock()
		s.end()
	})
}

// await gives a process the time patience from now on.
func (s *sound) await(c *child, patience time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = c
	if s.stuck == nil {
		s.dog.Reset(patience)
	}
}

// copy writes the text to the program and the program's sound to the player, and waits for the end
// of both. It calls began before the first samples reach the player.
func (s *sound) copy(patience time.Duration, began func()) error {
	source := io.Reader(bytes.NewReader(earcons[s.earcon]))
	if s.program != nil {
		_, err := io.WriteString(s.program.in, s.text+"\n")
		if err = errors.Join(err, s.program.in.Close()); err != nil {
			return s.failure(s.program, err)
		}
		source = s.program.out
	}
	head, size, err := s.pump(source, patience, began)
	switch {
	case err != nil:
		return err
	case size <= headerSize:
		return s.silence()
	}
	s.await(s.player, patience+lengthOf(head, size))
	if err := s.player.in.Close(); err != nil {
		return s.failure(s.player, err)
	}
	<-s.player.done
	if s.player.err != nil {
		return s.failure(s.player, s.player.err)
	}
	return nil
}

// silence waits for the end of a program that wrote no sound. That is a failure, unless the program
// succeeded and the text has nothing to speak.
func (s *sound) silence() error {
	<-s.program.done
	if s.program.err == nil && !strings.ContainsFunc(s.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return nil
	}
	return s.failure(s.program, errSilent)
}

// chunk is the number of bytes that go to the player at a time.
const chunk = 4096

// pump copies from source to the player. It returns the beginning and the size of the sound.
func (s *sound) pump(source io.Reader, patience time.Duration, began func()) (head []byte, size int, err error) {
	buffer := make([]byte, chunk)
	for {
		if s.program != nil {
			s.await(s.program, patience)
		}
		n, err := source.Read(buffer)
		if n > 0 {
			if size <= headerSize {
				head = append(head, buffer[:n]...)
				if size+n > headerSize {
					began()
				}
			}
			size += n
			s.await(s.player, patience)
			if _, err := s.player.in.Write(buffer[:n]); err != nil {
				return nil, 0, s.failure(s.player, err)
			}
		}
		if err != nil { // io.EOF, or the mouth has killed the program
			return head, size, nil
		}
	}
}

// failure returns err, or the explanation that the process itself gives if it has ended.
func (s *sound) failure(c *child, err error) error {
	c.kill()
	<-c.done
	if c.err != nil {
		err = c.err
	}
	return childError{c, err}
}
