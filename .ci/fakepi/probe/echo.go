package main

import (
	"fmt"
	"os"
)

// echo sends back what it receives on a serial line, until that hangs up.
func echo(path string) error {
	line, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	fmt.Println("probe: open")
	b := make([]byte, 64)
	for {
		n, err := line.Read(b)
		if err != nil {
			fmt.Println("probe: hung up:", err)
			return nil
		}
		if _, err := line.Write(b[:n]); err != nil {
			return err
		}
	}
}
