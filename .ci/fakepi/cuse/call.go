package cuse

import "syscall"

// Call is an ioctl of a client. The client's memory isn't accessible at once: From and To
// request memory from the kernel, which then repeats the call. A handler must make the same
// requests in the same order each time.
type Call struct {
	Cmd uint32
	Arg uint64 // usually an address in the client's memory

	from, to []span
	data     []byte // client's memory received so far, as requested by From
	room     int    // number of bytes that the kernel accepts for To
	answer   []byte
}

// span is a range of the client's memory.
type span struct{ address, length uint64 }

// Pointer is an address in the client's memory.
type Pointer = uint64

// From requests n bytes of the client's memory. It returns nil until they are available.
func (c *Call) From(p Pointer, n int) []byte {
	at := length(c.from)
	c.from = append(c.from, span{p, uint64(n)})
	if at+n > len(c.data) {
		return nil
	}
	return c.data[at : at+n]
}

// To requests space for n bytes in the client's memory, to be filled by Answer.
func (c *Call) To(p Pointer, n int) { c.to = append(c.to, span{p, uint64(n)}) }

// Ready reports whether all requested memory is available, so that the call can be executed.
func (c *Call) Ready() bool { return length(c.from) <= len(c.data) && length(c.to) <= c.room }

// Answer appends bytes for the memory requested by To, in the same order.
func (c *Call) Answer(b []byte) { c.answer = append(c.answer, b...) }

func length(list []span) (n int) {
	for _, s := range list {
		n += int(s.length)
	}
	return n
}

// ioctl calls the handler for one ioctl, given as the kernel's request in. It returns the
// answer to the kernel: the handler's result, or a request for the client's memory.
func ioctl(in []byte, handler Handler) []byte {
	if len(in) < 32 {
		return result(-int32(syscall.EINVAL), 0, 0, 0)
	}
	c := &Call{
		Cmd: native.Uint32(in[12:]), Arg: native.Uint64(in[16:]),
		data: in[32 : 32+native.Uint32(in[24:])], room: int(native.Uint32(in[28:])),
	}
	r := handler(c)
	if c.Ready() {
		c.answer = append(c.answer, make([]byte, length(c.to))...)[:length(c.to)]
		return append(result(r, 0, 0, 0), c.answer...)
	}
	const again = 1 << 2
	b := result(0, again, len(c.from), len(c.to))
	for _, s := range append(c.from, c.to...) {
		b = native.AppendUint64(b, s.address)
		b = native.AppendUint64(b, s.length)
	}
	return b
}

// result returns the header of an answer to an ioctl (struct fuse_ioctl_out): the result,
// flags, and the numbers of memory ranges to read and to write.
func result(r int32, flags uint32, from, to int) []byte {
	b := native.AppendUint32(nil, uint32(r))
	for _, v := range []uint32{flags, uint32(from), uint32(to)} {
		b = native.AppendUint32(b, v)
	}
	return b
}
