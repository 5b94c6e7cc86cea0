// Package keys reads push buttons, and optionally a rotary encoder, on GPIO lines.
//
// # Wiring
//
// Each button connects a line to ground; the pull-up inside the chip does the rest. The
// default wiring, with Broadcom's numbers and the pins of the 40-pin header:
//
//	back  GPIO5   pin 29 ──┤ ├──┐
//	up    GPIO6   pin 31 ──┤ ├──┤
//	down  GPIO13  pin 33 ──┤ ├──┤
//	ok    GPIO19  pin 35 ──┤ ├──┴── ground, pin 39
//
// A rotary encoder of the EC11 kind needs two more lines, A and B, with its common pin on
// ground. The push button of the encoder is an ordinary key. If the encoder counts in the
// wrong direction, swap A and B.
//
// The pull-ups of a Pi have about 50 kΩ (BCM2835 ARM Peripherals, chapter 6, the registers
// GPPUD and GPPUDCLK). If long wires pick up noise, add 10 kΩ from each line to 3.3 V at the
// Pi, never to 5 V.
//
// # Debouncing
//
// An edge only wakes the sampler, which then reads the levels of all lines at once. While any
// line changes, the sampler reads every [Step] and at every edge; otherwise every [Idle], so a
// lost edge has no lasting effect.
//
//	line   ‾‾‾‾‾|_|‾|_|‾|________________________|‾|_|‾‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//	                    |← 4 ms →|               |←     open     →|
//	                                                  for 25 ms
//	key    ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|________________________________|‾‾‾‾‾
//	                            down                             up
//
// A press is reported once its contact has been closed for Debounce without interruption, at
// most one Step later: on its leading edge. An interruption is an open level, or an edge after
// which the level was unchanged. So a pulse shorter than Debounce is never a press, however
// often it repeats. A release is reported once the contact has been open for Release longer
// than closed, counted from the last time it was closed for Debounce. So a contact may bounce
// for 20 ms on closing and on opening, and may chatter while held, and still gives one down
// and one up. Two presses must be twice Release apart.
//
// The encoder needs no debounce time: bounce on one of its lines is a quarter step forth and
// back. A detent gives a down and an up of the key for its direction.
//
// # Stuck keys
//
// A key that is closed when the lines are requested is ignored until it opens. A key held for
// more than Longest is released, reported once as stuck, and ignored until it opens.
//
// # Loss of the chip
//
// If the chip vanishes, all keys are released, Fault is called once, and the lines are
// requested again with growing pauses until that succeeds. Then Fault is called with nil. The
// request function is the caller's: see [New].
package keys
