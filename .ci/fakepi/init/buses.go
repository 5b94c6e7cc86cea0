package main

import (
	"fmt"
	"sync"
	"syscall"
	"time"

	"tabletop/ci/fakepi/chips"
	"tabletop/ci/fakepi/cuse"
)

// traffic holds the number of transfers and bytes on a bus, and the time of the last transfer.
type traffic struct {
	transfers, bytes int
	last             time.Time
}

func (t *traffic) count(bytes int) {
	t.transfers++
	t.bytes += bytes
	t.last = time.Now()
}

func (t traffic) String() string { return fmt.Sprintf("transfers=%d bytes=%d", t.transfers, t.bytes) }

// i2cBus is the I²C bus at /dev/i2c-1, with a display on it.
type i2cBus struct {
	device *cuse.Device

	mu    sync.Mutex
	panel *chips.SSD1306
	used  traffic
	naks  int // number of transfers that the display still refuses; -1 means all
}

const panelAddress = 0x3C

func (b *i2cBus) appear() (err error) {
	if b.device, err = cuse.ServeI2C("i2c-1", b); err != nil {
		return err
	}
	return grantAccess(b.device.Path())
}

// Chip returns the display. It returns EREMOTEIO, which stands for a missing acknowledgement, if
// the address is not the display's, or while the display refuses transfers.
func (b *i2cBus) Chip(address uint16) (cuse.Chip, syscall.Errno) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case address != panelAddress:
		return nil, syscall.EREMOTEIO
	case b.naks != 0:
		b.naks = max(b.naks-1, -1)
		b.used.last = time.Now()
		return nil, syscall.EREMOTEIO
	}
	return countedPanel{b}, 0
}

// countedPanel is the display of a bus. It counts the traffic on the bus.
type countedPanel struct{ *i2cBus }

func (c countedPanel) Write(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.panel.Write(b)
	c.used.count(1 + len(b))
}

func (c countedPanel) Read(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.panel.Read(b)
	c.used.count(1 + len(b))
}

// spiBus is the SPI bus at /dev/spidev0.0, with an LED matrix on it.
type spiBus struct {
	device *cuse.Device

	mu    sync.Mutex
	lamps chips.Chain
	used  traffic
}

func (b *spiBus) appear() (err error) {
	if b.device, err = cuse.ServeSPI("spidev0.0", b); err != nil {
		return err
	}
	return grantAccess(b.device.Path())
}

// Transfer passes bytes to the matrix.
func (b *spiBus) Transfer(sent []byte) syscall.Errno {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lamps.Transfer(sent)
	b.used.count(len(sent))
	return 0
}

// settle waits until both buses have been idle for a period of length quiet. It returns an error
// if that takes longer than most.
func (m *machine) settle(quiet, most time.Duration) error {
	begin := time.Now()
	for last := begin; time.Since(last) < quiet; last = m.lastUsed(begin) {
		if time.Since(begin) > most {
			return fmt.Errorf("the buses are still busy after %v", most)
		}
		time.Sleep(quiet - time.Since(last) + time.Millisecond)
	}
	return nil
}

// awaitTraffic waits until a bus is used, as a person waits for a reaction to a press. It waits
// no longer than most.
func (m *machine) awaitTraffic(most time.Duration) {
	begin := time.Now()
	for time.Since(begin) < most && m.lastUsed(begin) == begin {
		sleep(time.Millisecond)
	}
}

// lastUsed returns the time of the last transfer on any bus, or begin if begin is later.
func (m *machine) lastUsed(begin time.Time) time.Time {
	m.i2c.mu.Lock()
	defer m.i2c.mu.Unlock()
	m.spi.mu.Lock()
	defer m.spi.mu.Unlock()
	for _, t := range []time.Time{m.i2c.used.last, m.spi.used.last} {
		if t.After(begin) {
			begin = t
		}
	}
	return begin
}
