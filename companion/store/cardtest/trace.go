package cardtest

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// traceable lists the system calls that may change a folder, sync it, or send an answer. [Read]
// returns an error if one of these calls does something to the folder that Read can't replay.
const traceable = "open,openat,creat,lseek,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate," +
	"fsync,fdatasync,sync_file_range,syncfs,sync,msync,mmap,copy_file_range,sendfile,splice," +
	"rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlinkat"

// Strace returns the arguments to put before a command. strace then runs the command and writes
// its system calls to the file trace, for [Read]. more are additional arguments of strace.
func Strace(trace string, more ...string) []string {
	argv := []string{"strace", "-f", "-qq", "-xx", "-y", "-s", "1048576", "-e", "signal=none", "-e", "trace=" + traceable, "-o", trace}
	const quick = "--seccomp-bpf" // stops the process only at these calls; not supported everywhere
	if out, err := exec.Command("strace", quick, "-f", "-o", "/dev/null", "true").CombinedOutput(); err == nil && len(out) == 0 {
		argv = append(argv, quick)
	}
	return append(argv, more...)
}

// Read reads the traces that strace wrote for consecutive processes. It returns the answers of
// these processes, and their operations on the files in dir. dir is a path without symbolic
// links. before maps file names to the contents before the first process. Read ignores
// subfolders of dir, and files with the names in passed.
func Read(dir string, before map[string][]byte, passed []string, traces ...io.Reader) (Recording, error) {
	var all []processTrace
	for _, trace := range traces {
		all = append(all, processTrace{trace, nil})
	}
	return read(dir, before, passed, all)
}

// processTrace is the trace of one process.
type processTrace struct {
	trace io.Reader
	left  map[string][]byte // contents of the folder after the process; nil if unknown
}

func read(dir string, before map[string][]byte, passed []string, traces []processTrace) (Recording, error) {
	r := &parser{dir: dir, passed: passed, exists: map[string]bool{}}
	for name := range before {
		r.exists[name] = true
	}
	for n, p := range traces {
		if err := r.process(p); err != nil {
			return Recording{}, fmt.Errorf("cardtest: process %d: %w", n+1, err)
		}
	}
	return Recording{Before: before, Ops: r.ops}, nil
}

// parser converts the lines of traces to operations.
type parser struct {
	dir    string
	passed []string
	exists map[string]bool // set of the names in the folder
	ops    []Op
	open   map[string]callStart // calls that haven't returned, by thread
	next   map[string]int64     // offset of the next write, by file descriptor
	left   map[string][]byte    // contents of the folder after the current process; see processTrace
}

// callStart is the first part of the trace line of a system call. strace splits the line if
// another thread makes a call meanwhile. start is the number of operations that were completed
// when the call began.
type callStart struct {
	text  string
	start int
}

// process parses the trace of one process.
func (r *parser) process(p processTrace) error {
	r.open, r.next, r.left = map[string]callStart{}, map[string]int64{}, p.left
	lines := bufio.NewScanner(p.trace)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		if err := r.line(lines.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	for _, h := range r.open { // the process was killed during the call
		if err := r.call(h.text+") = ?", h.start); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.left)) {
		if !r.exists[name] && !slices.Contains(r.passed, name) { // killed while it created the file
			r.exists[name] = true
			r.ops = append(r.ops, Op{Kind: Create, Name: name})
		}
	}
	return lines.Err()
}

// line parses a line of a trace: a system call, or a part of one.
func (r *parser) line(text string) error {
	thread, text, _ := strings.Cut(text, " ")
	text = strings.TrimLeft(text, " ")
	start := len(r.ops)
	if first, ok := strings.CutSuffix(text, " <unfinished ...>"); ok {
		if answers(first) { // the receiver may read the answer before the call returns
			return r.call(first+") = 0", start)
		}
		r.open[thread] = callStart{first, start}
		return nil
	}
	if strings.HasPrefix(text, "<... ") {
		_, second, _ := strings.Cut(text, " resumed>")
		first := r.open[thread]
		delete(r.open, thread)
		text, start = first.text+second, first.start
	}
	return r.call(text, start)
}

// call is a system call in a trace. start is the number of operations that were completed when
// the call began.
type call struct {
	name  string
	args  []string
	back  string // return value; "?" if it didn't return
	start int
}

// call parses a system call and records its operation. No argument contains a comma or a
// parenthesis, because all strings are in hexadecimal.
func (r *parser) call(text string, start int) error {
	name, rest, ok := strings.Cut(text, "(")
	end := strings.Index(rest, ") ")
	if !ok || end < 0 {
		return nil // not a call, but the exit status of a process
	}
	c := call{name: name, args: strings.Split(rest[:end], ", "), start: start}
	if c.back, _, _ = strings.Cut(strings.TrimLeft(rest[end+1:], " ="), " "); c.back == "" {
		return fmt.Errorf("%.80s returns nothing", text)
	}
	switch err := r.note(c); {
	case errors.Is(err, errGone) && (c.back == "?" || c.back == "0"): // parser.line passes "0" for an unfinished call
		return nil // the call didn't return
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// splitDescriptor splits a file descriptor, such as "9<\x2f…>", into its number and its path.
// The path is "" for a deleted file.
func splitDescriptor(arg string) (number, path string) {
	number, path, _ = strings.Cut(arg, "<")
	if strings.HasSuffix(path, ">(deleted)") {
		return number, ""
	}
	path = strings.TrimSuffix(path, ">")
	if b, err := unquote(path); err == nil {
		path = string(b)
	}
	return number, path
}

var (
	errCut  = errors.New("strace has truncated a string")
	errGone = errors.New("the process ended before strace read its memory")
)

// unquote decodes a string in hexadecimal, such as "\x6f\x6b", with or without the quotes.
func unquote(text string) ([]byte, error) {
	if strings.HasSuffix(text, "...") {
		return nil, errCut
	}
	if strings.HasPrefix(text, "0x") {
		return nil, errGone
	}
	text = strings.Trim(text, `"`)
	return hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
}
