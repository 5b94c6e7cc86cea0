package cardtest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var errUnknown = errors.New("can't be replayed")

// note records the operation of the system call c, if the call affects the folder.
func (r *parser) note(c call) error {
	failed := strings.HasPrefix(c.back, "-")
	switch c.name {
	case "fsync", "fdatasync":
		return r.sync(c, failed)
	case "mmap":
		failed = failed || !strings.Contains(c.args[3], "MAP_SHARED") || !strings.Contains(c.args[2], "PROT_WRITE")
	}
	if failed {
		return nil
	}
	switch c.name {
	case "open":
		return r.opened(c, c.args[1])
	case "openat":
		return r.opened(c, c.args[2])
	case "lseek":
		return r.seek(c)
	case "write":
		return r.write(c)
	case "pwrite64":
		return r.pwrite(c)
	case "ftruncate":
		return r.truncate(c)
	case "rename":
		return r.rename(c, c.args[0], c.args[1])
	case "renameat", "renameat2":
		return r.rename(c, c.args[1], c.args[3])
	case "unlink":
		return r.remove(c, c.args[0])
	case "unlinkat":
		return r.remove(c, c.args[1])
	}
	return r.unknown(c)
}

// unknown returns an error if the unsupported call c names a file in the folder or the folder
// itself.
func (r *parser) unknown(c call) error {
	for _, arg := range c.args {
		_, path := splitDescriptor(arg)
		if text, err := unquote(arg); err == nil && strings.HasPrefix(arg, `"`) {
			path = string(text)
		}
		if _, ours := r.name(path); ours {
			return fmt.Errorf("%w: of %s", errUnknown, path)
		}
	}
	return nil
}

// name returns the name of a file in the recorded folder, or "." for the folder itself. ours is
// false for other files and for ignored names.
func (r *parser) name(path string) (name string, ours bool) {
	if path == r.dir {
		return ".", true
	}
	name, ours = strings.CutPrefix(path, r.dir+"/")
	return name, ours && !strings.Contains(name, "/") && !slices.Contains(r.passed, name)
}

// add appends the operation o of the call c. If the call didn't return, add appends o only if
// the contents of the folder after the process show the effect of o.
func (r *parser) add(c call, o Op) error {
	if o.Kind != Answer && c.back == "?" {
		if r.left == nil {
			return fmt.Errorf("%w: the result is unknown: %v", errUnknown, o)
		}
		if !o.effectIn(r.left) {
			return nil
		}
	}
	switch o.Kind {
	case Answer:
	case Create:
		r.exists[o.Name] = true
	case Rename:
		delete(r.exists, o.Name)
		r.exists[o.To] = true
	case Remove:
		delete(r.exists, o.Name)
	default:
		if o.Name != "." && !r.exists[o.Name] {
			return fmt.Errorf("%w: no such file: %v", errUnknown, o)
		}
	}
	r.ops = append(r.ops, o)
	return nil
}

// effectIn reports whether left, the contents of the folder after a process, show the effect of
// the operation.
func (o Op) effectIn(left map[string][]byte) bool {
	content, there := left[o.Name]
	switch o.Kind {
	case Write:
		end := int(o.At) + len(o.Data)
		return end <= len(content) && bytes.Equal(content[o.At:end], o.Data)
	case Truncate:
		return len(content) == int(o.At)
	case Rename:
		_, moved := left[o.To]
		return moved && !there
	case Remove:
		return !there
	}
	return there
}

// sync records a sync that has returned. failed means that the sync returned an error.
func (r *parser) sync(c call, failed bool) error {
	_, path := splitDescriptor(c.args[0])
	name, ours := r.name(path)
	switch {
	case !ours || c.back == "?":
		return nil
	case failed:
		return r.add(c, Op{Kind: Fail, Name: name})
	}
	return r.add(c, Op{Kind: Sync, Name: name, Began: c.start})
}

// opened records that a successful open created or truncated a file.
func (r *parser) opened(c call, flags string) error {
	number, path := splitDescriptor(c.back)
	name, ours := r.name(path)
	r.next[number] = 0
	switch {
	case !ours || name == ".":
		return nil
	case strings.Contains(flags, "O_APPEND"):
		return fmt.Errorf("%w: %s is opened with O_APPEND", errUnknown, name)
	case !r.exists[name] && strings.Contains(flags, "O_CREAT"):
		return r.add(c, Op{Kind: Create, Name: name})
	case r.exists[name] && strings.Contains(flags, "O_TRUNC"):
		return r.add(c, Op{Kind: Truncate, Name: name})
	}
	return nil
}

// seek remembers the offset of the next write to a file descriptor.
func (r *parser) seek(c call) (err error) {
	number, path := splitDescriptor(c.args[0])
	if _, ours := r.name(path); ours {
		r.next[number], err = strconv.ParseInt(c.back, 0, 64)
	}
	return err
}

// write records a write at the current offset of a file in the folder, or an answer.
func (r *parser) write(c call) error {
	number, path := splitDescriptor(c.args[0])
	data, err := writtenData(c, 1)
	if err != nil {
		return err
	}
	if name, ours := r.name(path); ours {
		at := r.next[number]
		r.next[number] += int64(len(data))
		return r.add(c, Op{Kind: Write, Name: name, At: at, Data: data})
	}
	if answers("write(" + c.args[0]) {
		return r.add(c, Op{Kind: Answer, Data: data})
	}
	return nil
}

// answers reports whether text is a write to standard output or to a socket.
func answers(text string) bool {
	arg, ok := strings.CutPrefix(text, "write(")
	arg, _, _ = strings.Cut(arg, ", ")
	number, path := splitDescriptor(arg)
	return ok && (number == "1" || strings.HasPrefix(path, "socket:"))
}

func (r *parser) pwrite(c call) error {
	_, path := splitDescriptor(c.args[0])
	name, ours := r.name(path)
	if !ours {
		return nil
	}
	data, err := writtenData(c, 1)
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(c.args[3], 0, 64)
	if err != nil {
		return err
	}
	return r.add(c, Op{Kind: Write, Name: name, At: at, Data: data})
}

// writtenData returns the bytes that the call wrote: the argument with the index arg, shortened
// to the returned number of bytes.
func writtenData(c call, arg int) ([]byte, error) {
	data, err := unquote(c.args[arg])
	if n, bad := strconv.Atoi(c.back); bad == nil && 0 < n && n < len(data) {
		data = data[:n]
	}
	return data, err
}

func (r *parser) truncate(c call) error {
	_, path := splitDescriptor(c.args[0])
	name, ours := r.name(path)
	if !ours {
		return nil
	}
	size, err := strconv.ParseInt(c.args[1], 0, 64)
	if err != nil {
		return err
	}
	return r.add(c, Op{Kind: Truncate, Name: name, At: size})
}

func (r *parser) rename(c call, from, to string) error {
	old, err := unquote(from)
	if err != nil {
		return err
	}
	name, err := unquote(to)
	if err != nil {
		return err
	}
	a, ours := r.name(string(old))
	b, stays := r.name(string(name))
	switch {
	case !ours && !stays:
		return nil
	case !ours || !stays || !r.exists[a]:
		return fmt.Errorf("%w: %s to %s", errUnknown, old, name)
	}
	return r.add(c, Op{Kind: Rename, Name: a, To: b})
}

func (r *parser) remove(c call, path string) error {
	text, err := unquote(path)
	if err != nil {
		return err
	}
	name, ours := r.name(string(text))
	if !ours || !r.exists[name] { // path is a folder, or lies outside the recorded files
		return nil
	}
	return r.add(c, Op{Kind: Remove, Name: name})
}
