//go:build !windows

package evaluator

import (
	"os"
	"os/exec"
)

// answers is the file descriptor of a child's answers. Standard output is not used, so that
// output of a game cannot be mistaken for an answer, nor an answer for one of the daemon's.
const answers = 3

// answerOn makes f the file of a child's answers.
func answerOn(cmd *exec.Cmd, f *os.File) { cmd.ExtraFiles = []*os.File{f} } // the first is file 3

// answerFile returns the file of this child's answers.
func answerFile() *os.File { return os.NewFile(answers, "answers") }

// pipeTo returns the two ends of a pipe to a child. The end that writes takes deadlines.
func pipeTo() (theirs, ours *os.File, err error) { return os.Pipe() }

// pipeFrom returns the two ends of a pipe from a child. The end that reads takes deadlines.
func pipeFrom() (ours, theirs *os.File, err error) { return os.Pipe() }
