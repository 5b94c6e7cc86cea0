package main

import (
	"flag"
	"fmt"
	"text/tabwriter"
)

// help prints the list of commands, or the usage of the command in args.
func (c *call) help(args []string) error {
	if len(args) > 0 {
		cmd, err := find(args[0])
		if err != nil {
			return err
		}
		return c.do(cmd, []string{"-h"})
	}
	fmt.Fprint(c.out, "Tools around the tabletop companion.\n\n")
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, cmd := range commands {
		fmt.Fprintf(table, "  companion %s %s\t%s\n", cmd.name, cmd.operands, cmd.about)
	}
	fmt.Fprint(table, "  companion help COMMAND\ttell about one of them\n")
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(c.out, "\nFILE is a record of a match, one fact a line, or for backup and restore a backup; - is\nstandard input, or for backup output. For update it is companion_VERSION_ARCHITECTURE.deb.\n")
	return err
}

// usage prints the usage of a command.
func (c *call) usage(cmd command, set *flag.FlagSet) error {
	fmt.Fprintf(c.out, "companion %s [flags] %s\n%s\n\n", cmd.name, cmd.operands, cmd.about)
	set.SetOutput(c.out)
	set.PrintDefaults()
	return nil
}
