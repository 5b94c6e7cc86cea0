package main

import (
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3"
	"periph.io/x/host/v3/gpioioctl"
)

// keys prints each edge on the lines of the four keys.
func keys() error {
	if _, err := host.Init(); err != nil {
		return err
	}
	if len(gpioioctl.Chips) == 0 {
		return errors.New("no chip of pins")
	}
	lines, err := gpioioctl.Chips[0].LineSet(gpioioctl.LineInput, gpio.BothEdges, gpio.PullUp, "GPIO5", "GPIO6", "GPIO13", "GPIO19")
	if err != nil {
		return err
	}
	fmt.Println("probe: waiting on", gpioioctl.Chips[0].Label())
	for {
		n, edge, err := lines.WaitForEdge(time.Second)
		switch {
		case err == nil:
			levels, err := lines.Read(0)
			fmt.Printf("probe: line %d %v, levels %04b %v\n", n, edge, levels, err)
		case !timedOut(err):
			fmt.Println("probe: lines failed:", err)
			return err
		}
	}
}

func timedOut(err error) bool {
	var e interface{ Timeout() bool }
	return errors.As(err, &e) && e.Timeout()
}
