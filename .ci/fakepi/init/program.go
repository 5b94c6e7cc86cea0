package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// program is the daemon, or what stands in for it. What it writes goes to the console.
type program struct {
	cmd   *exec.Cmd
	ended chan error
}

// socket is where the daemon answers programs of its machine.
const socket = "@companion"

// start starts a program as systemd would start the daemon, its socket handed over.
func start(argv []string) (*program, error) {
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	handed, err := listener.File()
	if err != nil {
		return nil, err
	}
	defer handed.Close()
	cmd := exec.Command("/init", append([]string{"activate"}, argv...)...)
	cmd.ExtraFiles = []*os.File{handed}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Env = []string{"STATE_DIRECTORY=" + stateFolder, "HOME=" + stateFolder, "PATH=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	p := &program{cmd: cmd, ended: make(chan error, 1)}
	go func() { p.ended <- cmd.Wait() }()
	return p, nil
}

// activate becomes a program that is told that its third file is a socket.
func activate(argv []string) error {
	told := append(os.Environ(), "LISTEN_FDS=1", "LISTEN_PID="+strconv.Itoa(os.Getpid()))
	return syscall.Exec(argv[0], argv, told)
}

// longestEnd is how long a program may take to end.
const longestEnd = 20 * time.Second

// stop ends the daemon and tells how it ended.
func (m *machine) stop() (string, error) {
	p := m.daemon
	if p == nil {
		return "", errors.New("nothing runs")
	}
	m.daemon = nil
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // gone already, perhaps
	select {
	case <-p.ended:
		return p.cmd.ProcessState.String(), nil
	case <-time.After(longestEnd):
		_ = p.cmd.Process.Kill()
		return "", fmt.Errorf("it did not end within %v", longestEnd)
	}
}

// page stands for the daemon at its socket.
const page = "http://localhost"

// client asks at the socket: over the network the machine itself is nobody.
var client = http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
	DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	},
	DisableKeepAlives: true, // the next daemon is another
}}

// get asks the daemon. It waits for one that does not listen yet.
func get(path string) (body string, status int, err error) {
	var r *http.Response
	for end := time.Now().Add(client.Timeout); ; time.Sleep(10 * time.Millisecond) {
		r, err = client.Get(page + path)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.ECONNREFUSED) || time.Now().After(end) {
			return "", 0, err
		}
	}
	return read(r)
}

// post sends "PATH JSON" to the daemon's page.
func post(line string) (body string, status int, err error) {
	path, json, _ := strings.Cut(line, " ")
	r, err := client.Post(page+path, "application/json", strings.NewReader(json))
	if err != nil {
		return "", 0, err
	}
	return read(r)
}

func read(r *http.Response) (body string, status int, err error) {
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return string(bytes.TrimSuffix(text, []byte("\n"))), r.StatusCode, err
}
