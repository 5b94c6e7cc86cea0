// Command probe tests the fake Pi with code of another project: periph's own drivers draw on the
// chips and wait for the keys. It prints its progress on the console.
package main

import (
	"fmt"
	"os"
)

var programs = map[string]func() error{
	"draw": draw,
	"keys": keys,
}

func main() {
	args := append(os.Args[1:], "")
	program, ok := programs[args[0]]
	if !ok {
		fmt.Println("usage: probe draw | keys")
		os.Exit(2)
	}
	if err := program(); err != nil {
		fmt.Println("probe:", err)
		os.Exit(1)
	}
}
