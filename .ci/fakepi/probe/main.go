// Command probe tests the fake Pi with programs that are not ours: periph's own
// drivers draw on its chips and wait for its keys. It tells on the console what it
// does.
package main

import (
	"fmt"
	"os"
)

var programs = map[string]func(arg string) error{
	"draw": func(string) error { return draw() },
	"keys": func(string) error { return keys() },
	"echo": echo,
}

func main() {
	args := append(os.Args[1:], "", "")
	program, ok := programs[args[0]]
	if !ok {
		fmt.Println("usage: probe draw | keys | echo FILE")
		os.Exit(2)
	}
	if err := program(args[1]); err != nil {
		fmt.Println("probe:", err)
		os.Exit(1)
	}
}
