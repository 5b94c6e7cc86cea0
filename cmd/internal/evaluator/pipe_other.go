//go:build !windows

package evaluator

import (
	"os"
	"os/exec"
)

// answers is the file descriptor to which a child writes its answers. It is not standard output, so
// that output of a game cannot be mistaken for an answer, and an answer cannot be mistaken for
// output of the daemon.
const answers = 3

// answerOn makes f the file to which a child writes its answers.
func answerOn(cmd *exec.Cmd, f *os.File) { cmd.ExtraFiles = []*os.File{f} } // the first extra file has the descriptor 3

// answerFile returns the file to which this child writes its answers.
func answerFile() *os.File { return os.NewFile(answers, "answers") }

// pipeTo returns the two ends of a pipe to a child. The writing end supports deadlines.
func pipeTo() (theirs, ours *os.File, err error) { return os.Pipe() }

// pipeFrom returns the two ends of a pipe from a child. The reading end supports deadlines.
func pipeFrom() (ours, theirs *os.File, err error) { return os.Pipe() }
