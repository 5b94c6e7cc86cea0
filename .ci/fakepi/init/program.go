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

// program is the running daemon, or another program run instead. The output of the program goes
// to the console.
type program struct {
	cmd   *exec.Cmd
	ended chan error
}

// socket is the name of the daemon's Unix socket for local programs.
const socket = "@companion"

// start starts a program as systemd starts the daemon: the program inherits the listening socket
// as a file descriptor.
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

// activate replaces this process by a program that receives file descriptor 3 as its listening
// socket.
func activate(argv []string) error {
	env := append(os.Environ(), "LISTEN_FDS=1", "LISTEN_PID="+strconv.Itoa(os.Getpid()))
	return syscall.Exec(argv[0], argv, env)
}

// endTimeout is the time limit for a program to end after SIGTERM.
const endTimeout = 2 * time.Minute

// stop ends the daemon and returns its exit status.
func (m *machine) stop() (string, error) {
	p := m.daemon
	if p == nil {
		return "", errors.New("no program is running")
	}
	m.daemon = nil
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // the program may have ended already
	select {
	case <-p.ended:
		return p.cmd.ProcessState.String(), nil
	case <-time.After(endTimeout):
		_ = p.cmd.Process.Kill()
		return "", fmt.Errorf("the program did not end within %v", endTimeout)
	}
}

// page is the URL of the daemon in requests through its socket.
const page = "http://localhost"

// client sends HTTP requests through the daemon's socket. To the daemon, requests over the
// network are anonymous, even those of the machine itself. The first answer comes when the daemon
// has started, which took 19 s on a busy host.
var client = http.Client{Timeout: 2 * time.Minute, Transport: &http.Transport{
	DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	},
	DisableKeepAlives: true, // the next request may go to another daemon
}}

// get requests a page of the daemon. It waits until the daemon accepts connections.
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

// post sends the request "PATH JSON" to the daemon.
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
