// Package keys reads push buttons, and if there is one a rotary encoder, on GPIO
// lines.
//
// # Wiring
//
// Each button joins a line to ground; the pull-up inside the chip does the rest.
// By default, with Broadcom's numbers and the pins of the 40-pin header:
//
//	back  GPIO5   pin 29 ──┤ ├──┐
//	up    GPIO6   pin 31 ──┤ ├──┤
//	down  GPIO13  pin 33 ──┤ ├──┤
//	ok    GPIO19  pin 35 ──┤ ├──┴── ground, pin 39
//
// A rotary encoder of the EC11 kind needs two lines more, A and B, with its
// common pin on ground; its push button is a key like the others. If it turns the
// wrong way round, swap A and B.
//
// The pull-ups of a Pi are some 50 kΩ (BCM2835 ARM Peripherals, chapter 6, the
// registers GPPUD and GPPUDCLK). Where long wires pick up noise, 10 kΩ from each
// line to 3.3 V at the Pi help; never to 5 V.
//
// # From contact to event
//
// An edge only wakes the sampler, which then reads the levels of all lines at
// once: every [Step] and at every edge while anything moves, otherwise every
// [Idle], so that an edge that was lost heals.
//
//	line   ‾‾‾‾‾|_|‾|_|‾|________________________|‾|_|‾‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//	                    |← 4 ms →|               |←     open     →|
//	                                                  for 25 ms
//	key    ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|________________________________|‾‾‾‾‾
//	                            down                             up
//
// A press is reported as soon as its contact has been closed for Debounce without
// a break, and within one Step of that: on its leading edge. A break is a level
// that was read, or an edge that was reported while the level was the same again;
// so nothing shorter than Debounce is a press, however often it comes.
// A release is reported once the contact has been open for Release longer than
// closed, counted from when it was last closed for Debounce. So a contact may
// bounce for 20 ms while it closes and while it opens, and may chatter while it is
// held: one down, one up. Two presses must be twice Release apart.
//
// The encoder needs no time: bounce on one of its lines is a quarter step forth
// and back. A detent gives a down and an up of the key for that direction.
//
// # What is not a press
//
// A key that is closed when the lines are had is not heard until it opens. One
// that is held for more than Longest is released, said once to be stuck, and not
// heard either until it opens.
//
// # When the chip vanishes
//
// All keys are released, Fault is told once, and the lines are asked for again
// with growing pauses until they are there; then Fault is told that too. Where they
// are looked for is the caller's: see [New].
package keys
