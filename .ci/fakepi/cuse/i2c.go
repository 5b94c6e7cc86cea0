package cuse

import "syscall"

// Chip is an emulated chip on an I²C bus. Write processes the bytes of one transfer to the
// chip; Read fills its argument with bytes from the chip.
type Chip interface {
	Write([]byte)
	Read([]byte)
}

// I2C is an I²C bus whose clients use the ioctls I2C_FUNCS and I2C_RDWR
// (include/uapi/linux/i2c-dev.h). Chip returns the chip at an address. If the second result
// isn't 0, the transfer fails with that error.
type I2C interface {
	Chip(address uint16) (chip Chip, missing syscall.Errno)
}

// ServeI2C serves an I²C bus at /dev/NAME.
func ServeI2C(name string, bus I2C) (*Device, error) {
	return Serve(name, func(c *Call) int32 {
		switch c.Cmd {
		case i2cFuncs:
			c.To(c.Arg, 8)
			c.Answer(native.AppendUint64(nil, i2cPlain))
			return 0
		case i2cTransfer:
			return transferI2C(c, bus)
		}
		return -int32(syscall.ENOTTY)
	})
}

const (
	i2cFuncs    = 0x705
	i2cTransfer = 0x707
	i2cPlain    = 0x0EFF0001 // features of a bus with plain and SMBus transfers
	i2cReads    = 1          // flag of a message by which the client reads from the chip
	messageSize = 16         // size of struct i2c_msg in bytes
)

// message is one message of an I²C transfer (struct i2c_msg).
type message struct {
	address uint16
	reads   bool
	length  int
	data    []byte // bytes to write to the chip; nil for a read
}

// transferI2C executes the list of messages in a struct i2c_rdwr_ioctl_data, in order. It
// returns the number of messages. If a message fails, it stops and returns a negative errno.
func transferI2C(c *Call, bus I2C) int32 {
	head := c.From(c.Arg, 16)
	if head == nil {
		return 0
	}
	n := int(native.Uint32(head[8:]))
	table := c.From(native.Uint64(head), n*messageSize)
	if table == nil {
		return 0
	}
	messages := messagesIn(c, table)
	if !c.Ready() {
		return 0
	}
	for _, m := range messages {
		if errno := m.send(c, bus); errno != 0 {
			return -int32(errno)
		}
	}
	return int32(n)
}

// messagesIn parses a table of messages, and requests the client's memory for the data of each.
func messagesIn(c *Call, table []byte) (list []message) {
	for ; len(table) > 0; table = table[messageSize:] {
		m := message{
			address: native.Uint16(table), reads: native.Uint16(table[2:])&i2cReads != 0,
			length: int(native.Uint16(table[4:])),
		}
		if at := native.Uint64(table[8:]); m.reads {
			c.To(at, m.length)
		} else {
			m.data = c.From(at, m.length)
		}
		list = append(list, m)
	}
	return list
}

func (m message) send(c *Call, bus I2C) syscall.Errno {
	chip, missing := bus.Chip(m.address)
	if missing != 0 {
		return missing
	}
	if m.reads {
		b := make([]byte, m.length)
		chip.Read(b)
		c.Answer(b)
	} else {
		chip.Write(m.data)
	}
	return 0
}
