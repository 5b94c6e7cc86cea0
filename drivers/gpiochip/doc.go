// Package gpiochip gives out lines of the kernel's GPIO chips by way of
// /dev/gpiochipN: those of a Pi's 40-pin header by their number, others by the name
// that the kernel has for them.
//
// # Which chip
//
// The header hangs on one chip, and that is known by its label alone:
//
//	pinctrl-bcm2835   Pi Zero to Pi 3
//	pinctrl-bcm2711   Pi 4
//	pinctrl-rp1       Pi 5
//
// Its number says nothing: on a Pi 5 the header is gpiochip4 up to kernel 6.6.44,
// then gpiochip0 with a link gpiochip4 beside it, and on the latest again another.
// Links are left out: what they lead to is looked at under its own name. A line
// without a chip is never looked for on a chip that isn't the header's if it is
// called by number.
//
// # Which line
//
// GPIO4 is line 4 of the header's chip, whatever the kernel calls it:
//
//	         Raspberry Pi OS until 2023,  Raspberry Pi OS since   Pi 5
//	         Debian, Pi Zero to Pi 3
//	line 2   SDA1                         GPIO2                   GPIO2
//	line 4   GPIO_GCLK                    GPIO4                   GPIO4
//	line 8   SPI_CE0_N                    GPIO8                   GPIO8
//	line 14  TXD1                         GPIO14                  GPIO14
//
// Any other name is the kernel's: "SDA1" on the header, or "PA0" of an expander.
//
// # When
//
// Chips are looked for whenever lines are asked for, so that one that comes late, or
// back, is found; nothing is kept open but the lines themselves. That is why periph's
// gpioioctl isn't used: it looks once, knows lines by name, and closes descriptors
// twice where a link leads to a chip. What drivers are given is periph's gpio.PinIO.
//
// # Source
//
// The kernel's include/uapi/linux/gpio.h, second version of the interface, and
// Documentation/userspace-api/gpio/chardev.rst; Linux 5.10 or later.
package gpiochip
