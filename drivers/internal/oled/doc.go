// Package oled keeps the RAM of an OLED controller equal to a picture, with as
// few bytes on the wire as it can. The drivers ssd1306, ssd1309, sh1106 and anyoled are
// made of it: they tell it what their chip is, it does the rest.
//
// # Windows
//
// A picture is 1024 bytes: byte page*128+x holds eight pixels of column x, the
// lowest bit on top. Of the bytes that changed it makes windows, rectangles of
// columns and pages. What they cost over I²C, the address and the control byte of
// each transfer included (over SPI each of the two transfers is two bytes less,
// and the same windows are sent):
//
//	a run      7 + columns           a piece of one page, in page mode
//	a window  10 + columns × pages   any rectangle, in horizontal mode
//
// and what is unchanged between two windows may be cheaper to send along than to
// leave out. The windows are found for every band of pages, the small ones first:
// it is cut into strips of columns, and a strip is laid out in windows as high as the
// band, or as was found for two smaller bands, or, if it is short, in the cheapest
// stack of bands, at the cheapest of all such cuts. The cost of a strip is a sum of
// what is known of its two ends, so each cut is looked at once; only how many cuts
// there are is limited. Then any two windows that cost more than one around both
// become one. The tests compare that with the least there is,
// found by trying everything, on all patterns of small grids: it is never more than a
// twentieth above, or six bytes. They compare it, too, with the planner of before,
// which took five times as long for the same number of bytes or a few more. On a PC a
// frame of the companion takes 10 µs, at most 25; bytes scattered all over the picture,
// which are the worst, take up to 40: what two bytes take at 400 kHz.
//
// # Two modes
//
// The datasheets of the SSD1306 and the SSD1309 have commands that hold only in page mode and others
// that hold only in horizontal mode, and chips may take that literally. So the mode
// is changed before commands of the other one are sent, two bytes, and before page
// mode the column window is opened, three more, since page mode may wrap where that
// ends. In page mode the way to horizontal mode is taken only if the frame saves as
// much as going there and back costs. So at any time no more bytes have been sent
// than for the same frames in page mode alone, which in turn are never more than
// for one rectangle around all changes, as other drivers send.
//
// # Either chip
//
// A module doesn't say which chip it has, and an owner rarely knows. Of the two of small
// modules the SSD1306 has RAM of 128 columns, all of them seen; the SH1106 132, of which the middle
// 128 are. So a chip that is either is written in page mode only, and never aimed at
// beyond column 127. Where RAM is filled, what lies beyond that is filled by going on
// past it: an SSD1306 begins anew at its first column, and that is written afterwards.
// On the chip for which the margin is wrong the picture is shifted by two columns; at
// most as many at one edge are dark, or what the other edge should show.
//
// # The inverse
//
// All chips can show the inverse of what RAM holds. A picture that is the inverse of
// the one before, but for so few bytes that these cost less however they are sent, is
// shown by that: a flash is one byte of commands each way, three on the wire. RAM then
// holds the inverse of every picture until one comes for which it is worth to go back.
//
// # When something fails
//
// What the RAM holds is only believed after a frame was sent whole. After any
// error the chip is set up anew by the next Show: reset, display off, all commands,
// all of RAM, display on. So it is at the start, and whenever the display was off:
// no garbage is ever lit. The first commands are two that do nothing: a chip may
// wait for the rest of a command that broke off, which is two bytes at most. A chip that
// can be locked is unlocked next.
//
// A chip that lost its power for a moment is dark but takes what it is sent, and
// noise on the wires may change a register or a pixel; neither is an error. So
// whoever owns the display calls Refresh once a minute. That sends the same as the
// start, but without turning the display off: commands that repeat what a register
// holds, the RAM it has, and display on at the end, which a chip that forgot
// everything needs. It costs a whole picture. Asking the chip for its status would
// cost less, but not all modules can be read.
//
// # Whose bus it is
//
// A Dev belongs to one goroutine. Two Devs on one bus are two owners. The I²C bus of
// periph's package sysfs locks its ioctl and says it is safe for that (sysfs/i2c.go
// in host v3.8.5), but it takes the addresses of its messages on the stack before
// it waits for the lock, and a stack may move while its goroutine waits. So where a
// display shares its I²C bus with another driver, both should be given a bus that
// locks before it calls periph's. The SPI connection of sysfs keeps its messages
// outside the stack.
package oled
