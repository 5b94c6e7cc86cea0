package cuse

import "syscall"

// Call is one ioctl of a client. Its memory can't be seen at once: what From and To
// name is asked of the kernel, which then repeats the call. Name the same things in
// the same order every time.
type Call struct {
	Cmd uint32
	Arg uint64 // most often the address of something in the client's memory

	from, to []span
	data     []byte // what From named, as far as the kernel has sent it
	room     int    // bytes that the kernel takes for To
	answer   []byte
}

// span is a piece of the client's memory.
type span struct{ address, length uint64 }

// Pointer is an address in the client's memory.
type Pointer = uint64

// From returns n bytes of the client's memory, or nil until they are there.
func (c *Call) From(p Pointer, n int) []byte {
	at := length(c.from)
	c.from = append(c.from, span{p, uint64(n)})
	if at+n > len(c.data) {
		return nil
	}
	return c.data[at : at+n]
}

// To promises n bytes for the client's memory; Answer gives them.
func (c *Call) To(p Pointer, n int) { c.to = append(c.to, span{p, uint64(n)}) }

// Ready reports whether all that was named is there, so that the call can be obeyed.
func (c *Call) Ready() bool { return length(c.from) <= len(c.data) && length(c.to) <= c.room }

// Answer adds bytes for what To named, in its order.
func (c *Call) Answer(b []byte) { c.answer = append(c.answer, b...) }

func length(list []span) (n int) {
	for _, s := range list {
		n += int(s.length)
	}
	return n
}

// ioctl lets the handler obey one request, or asks for the memory it named.
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

// result is the head of an ioctl's answer.
func result(r int32, flags uint32, from, to int) []byte {
	b := native.AppendUint32(nil, uint32(r))
	for _, v := range []uint32{flags, uint32(from), uint32(to)} {
		b = native.AppendUint32(b, v)
	}
	return b
}
