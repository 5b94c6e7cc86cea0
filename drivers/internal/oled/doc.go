// Package oled keeps the RAM of an OLED controller equal to a picture, with as few bytes on
// the wire as it can. The drivers ssd1306, ssd1309, sh1106 and anyoled only describe their
// chip to it.
//
// # Windows
//
// A picture is 1024 bytes: byte page*128+x holds eight pixels of column x, the lowest bit on
// top. The package covers the changed bytes with windows, which are rectangles of columns and
// pages. A window takes two transfers, one for commands and one for data. The cost over I²C
// includes the address and the control byte of both transfers. Over SPI each transfer costs
// two bytes less, but the same windows are sent.
//
//	a run      7 + columns           a piece of one page, in page mode
//	a window  10 + columns × pages   any rectangle, in horizontal mode
//
// Unchanged bytes between two windows may be cheaper to send than to leave out.
//
// Windows are found for every band, small bands first. A band is a range of pages, and is cut
// into strips of columns. A strip is covered in one of three ways: with windows as high as
// the band; with the windows found before for an upper and a lower part of the band; or, if
// the strip is narrow, with a stack of bands, each covered with windows of its own height.
// The cheapest way to cut the band wins. The cost of a strip is computed from known values at
// its two ends, so each cut is evaluated once. Only the number of cuts is limited. Finally,
// any two windows that cost at least as much as the window around both are joined.
//
// The tests compare the cost with the minimum, found by trying everything, for all patterns
// of small grids: the cost is at most a twentieth or six bytes above the minimum. They also
// compare it with the former planner, which took five times as long for the same number of
// bytes or a few more. On a PC a frame of the companion takes 10 µs, at most 25. The worst
// case is bytes scattered over the whole picture; it takes up to 40 µs, the time of two bytes
// at 400 kHz.
//
// # Two modes
//
// The SSD1306 and the SSD1309 have commands that hold only in page mode, and others that hold
// only in horizontal mode; chips may enforce that. So the mode is changed before commands of
// the other mode are sent, which costs two bytes. Before page mode the column window is set to
// full width, which costs three more, since page mode may wrap at its end. From page mode the
// package enters horizontal mode only if the frame saves at least the cost of entering and
// leaving. So the total of bytes sent is never more than with page mode alone, which in turn
// is never more than with one rectangle around all changes, as other drivers send.
//
// # Unknown chip
//
// A module doesn't report its chip, and its owner rarely knows it. Of the two chips of small
// modules, the SSD1306 has RAM of 128 columns, all visible; the SH1106 has 132, of which the
// middle 128 are visible. So an unknown chip is written in page mode only, and never addressed
// beyond column 127. Columns beyond that are filled by writing past column 127: an SSD1306
// wraps to its first column, which is written again afterwards. On the chip with the other
// margin the picture is shifted by two columns; up to two columns at one edge are dark, or
// show the content of the other edge.
//
// # The inverse
//
// All chips can show the inverse of their RAM. A picture that is the inverse of the previous
// one, except for a few bytes that are cheaper to send in any case, is shown by inverting the
// display. So a flash, which shows the inverse for a moment, takes one command to begin and
// one to end. Each is three bytes on the wire. RAM then holds the inverse of every picture
// until inverting again is cheaper.
//
// # Errors
//
// The content of RAM is trusted only after a frame was sent without error. After any error the next
// Show sets the chip up again: reset, display off, all commands, all of RAM, display on. So does
// the first Show, and the next Show after the display was off. So no garbage is ever lit. The first
// Show on an inherited module sends what Refresh sends instead. The setup begins with two commands
// without effect, since a chip may wait for the rest of an interrupted command, at most two bytes.
// A chip with a lock is unlocked next.
//
// A chip that lost its power for a moment is dark but acknowledges commands, and noise on the
// wires may change a register or a pixel. Neither is an error on the bus. So the owner of the
// display calls Refresh once a minute. Refresh sends the same as the setup, but doesn't turn
// the display off: commands that repeat the value of a register, the present RAM, and display
// on at the end, for a chip that was reset. It costs as much as a whole picture. Reading the
// chip's status would cost less, but not all modules can be read.
//
// # Shared bus
//
// A Dev must be used by one goroutine only. Two Devs on one bus may be used by two goroutines.
// The I²C bus of periph's package sysfs locks its ioctl and documents that as safe
// (sysfs/i2c.go in host v3.8.5). But it takes the addresses of its messages on the stack
// before it waits for the lock, and a stack may move while its goroutine waits. So if a
// display shares its I²C bus with another driver, both must be given a bus that locks before
// it calls periph's. The SPI connection of sysfs keeps its messages outside the stack.
package oled
