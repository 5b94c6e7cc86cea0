package evaluator

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// answerOn makes f the file to which a child writes its answers. On Windows a child inherits no
// files beyond the standard ones, so f becomes its standard output.
func answerOn(cmd *exec.Cmd, f *os.File) { cmd.Stdout = f }

// answerFile returns the file to which this child writes its answers. It redirects other output to
// standard error.
func answerFile() *os.File {
	answers := os.Stdout
	os.Stdout = os.Stderr
	return answers
}

// pipeTo returns the two ends of a pipe to a child. The writing end supports deadlines.
func pipeTo() (theirs, ours *os.File, err error) {
	return named(windows.PIPE_ACCESS_OUTBOUND, windows.GENERIC_READ)
}

// pipeFrom returns the two ends of a pipe from a child. The reading end supports deadlines.
func pipeFrom() (ours, theirs *os.File, err error) {
	theirs, ours, err = named(windows.PIPE_ACCESS_INBOUND, windows.GENERIC_WRITE)
	return ours, theirs, err
}

// named returns both ends of a named pipe. An anonymous pipe, such as one from [os.Pipe], has no
// overlapped reads and writes, which deadlines need (Microsoft, "Anonymous Pipe Operations").
func named(access, right uint32) (theirs, ours *os.File, err error) {
	name := `\\.\pipe\companion-` + rand.Text()
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, nil, err
	}
	const buffer = 64 << 10 // bytes
	server, err := windows.CreateNamedPipe(path, access|windows.FILE_FLAG_OVERLAPPED|windows.FILE_FLAG_FIRST_PIPE_INSTANCE,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, 1, buffer, buffer, 0, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("evaluator: pipe: %w", err)
	}
	client, err := windows.CreateFile(path, right, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("evaluator: pipe: %w", err), windows.CloseHandle(server))
	}
	return os.NewFile(uintptr(client), name), os.NewFile(uintptr(server), name), nil
}
