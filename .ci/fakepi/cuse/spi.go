package cuse

import "syscall"

// SPI is an emulated chip behind /dev/spidevB.C. Transfer processes the bytes that are sent
// while the chip select stays low.
type SPI interface {
	Transfer(sent []byte) syscall.Errno
}

// ServeSPI serves a chip on SPI at /dev/NAME. It answers SPI_IOC_MESSAGE and the ioctls for
// settings (include/uapi/linux/spi/spidev.h). Reads return zeros.
func ServeSPI(name string, chip SPI) (*Device, error) {
	return Serve(name, func(c *Call) int32 {
		size, reads, writes := int(c.Cmd>>16&0x3FFF), c.Cmd>>31&1, c.Cmd>>30&1
		switch {
		case c.Cmd>>8&0xFF != 'k':
			return -int32(syscall.ENOTTY)
		case c.Cmd&0xFF == 0 && size%transferSize == 0:
			return transferSPI(c, size, chip)
		case writes != 0:
			c.From(c.Arg, size)
		case reads != 0:
			c.To(c.Arg, size)
		}
		return 0
	})
}

const transferSize = 32 // size of struct spi_ioc_transfer in bytes

// transferSPI executes the list of transfers of one SPI_IOC_MESSAGE. The chip stays selected
// throughout unless a transfer deselects it. transferSPI returns the number of bytes, or a
// negative errno.
func transferSPI(c *Call, size int, chip SPI) int32 {
	table := c.From(c.Arg, size)
	if table == nil {
		return 0
	}
	var parts [][]byte
	var changes []bool
	for ; len(table) > 0; table = table[transferSize:] {
		length := int(native.Uint32(table[16:]))
		part := make([]byte, length)
		if sent := native.Uint64(table); sent != 0 {
			part = c.From(sent, length)
		}
		if received := native.Uint64(table[8:]); received != 0 {
			c.To(received, length)
		}
		parts, changes = append(parts, part), append(changes, table[27] != 0)
	}
	if !c.Ready() {
		return 0
	}
	return selected(parts, changes, chip)
}

// selected passes the parts to the chip. It joins all parts sent during one selection of the
// chip to one transfer. If changes[i] is true, the chip is deselected after parts[i]. selected
// returns the number of bytes, or a negative errno.
func selected(parts [][]byte, changes []bool, chip SPI) int32 {
	var sent []byte
	total := 0
	for i, part := range parts {
		sent = append(sent, part...)
		total += len(part)
		if last := i == len(parts)-1; !last && !changes[i] {
			continue
		}
		if errno := chip.Transfer(sent); errno != 0 {
			return -int32(errno)
		}
		sent = nil
	}
	return int32(total)
}
