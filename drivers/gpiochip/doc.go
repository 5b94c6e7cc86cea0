// Package gpiochip requests lines of the kernel's GPIO chips through /dev/gpiochipN: lines of
// a Pi's 40-pin header by number, other lines by their name in the kernel.
//
// # Chips
//
// The header belongs to one chip, which only its label identifies:
//
//	pinctrl-bcm2835   Pi Zero to Pi 3
//	pinctrl-bcm2711   Pi 4
//	pinctrl-rp1       Pi 5
//
// The number of the chip is not fixed: on a Pi 5 the chip is gpiochip4 up to kernel 6.6.44,
// then gpiochip0 with a link gpiochip4 beside it, and another number on the latest kernels.
// Links are skipped: their target is found under its own name. A line named by number is
// searched for on the header's chip only, unless a chip is given.
//
// # Lines
//
// GPIO4 is line 4 of the header's chip, whatever its name in the kernel:
//
//	         Raspberry Pi OS until 2023,  Raspberry Pi OS since   Pi 5
//	         Debian, Pi Zero to Pi 3
//	line 2   SDA1                         GPIO2                   GPIO2
//	line 4   GPIO_GCLK                    GPIO4                   GPIO4
//	line 8   SPI_CE0_N                    GPIO8                   GPIO8
//	line 14  TXD1                         GPIO14                  GPIO14
//
// Any other name is the kernel's name of the line: "SDA1" on the header, or "PA0" of an
// expander.
//
// # Hot-plugged chips
//
// Each request searches the chips again, so it finds a chip that appears late or reappears. No
// file is kept open except the requested lines. Therefore this package doesn't use periph's
// gpioioctl, which searches once, knows lines by name only, and closes descriptors twice if a
// link points to a chip. The lines implement periph's gpio.PinIO for drivers.
//
// # Source
//
// The kernel's include/uapi/linux/gpio.h, second version of the interface, and
// Documentation/userspace-api/gpio/chardev.rst; Linux 5.10 or later.
package gpiochip
