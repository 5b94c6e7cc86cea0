// Command companion-hello shows the first picture on the panel, as early as the bus of the panel
// exists, and leaves it there for the daemon. systemd runs it at the start of a machine; see
// companion-hello.service. It is a program of its own because it is a fifth of the size of the
// daemon: an SD card needs a second or more to read the daemon.
//
//	companion-hello [-config FILE] [-wait DURATION]
//
// It reads only the config, and opens only the bus of the panel. It always succeeds, and reports
// errors only on standard error, because the daemon reports the same errors on its panel and pages.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/firstlight"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	file := flag.String("config", "/etc/companion/companion.toml", "config `file`")
	wait := flag.Duration("wait", 6*time.Second, "maximum time to wait for the bus of the panel")
	flag.Parse()
	b := firstlight.Bus{Host: wiring.Linux(), Access: wiring.Access, Most: *wait}
	if err := greet(ctx, *file, b, os.Getenv("RUNTIME_DIRECTORY")); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// greet shows the picture on the panel of a config file. It returns an error for an invalid or
// missing file.
func greet(ctx context.Context, file string, b firstlight.Bus, runtime string) error {
	c, err := config.Read(file, words.Companion(words.FromEnv(os.Getenv)))
	if err != nil {
		return err
	}
	return firstlight.Show(ctx, c.Panel, b, runtime)
}
