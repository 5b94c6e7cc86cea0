// Package firstlight shows the first picture on the panel long before the daemon can start, and hands
// the panel over to the daemon.
//
// The program companion-hello calls [Show] as early as the bus of the panel exists. Show leaves the
// picture on the panel, and the name of the panel in the runtime folder of the daemon. The daemon
// draws the same picture at its own start. If the names agree, it calls [Inherit] before, so that
// the panel has no dark moment. systemd deletes the runtime folder when the daemon ends, so a
// restarted daemon sets the panel up from the start.
//
// Only one process uses the bus at a time: systemd starts the daemon after companion-hello has
// ended.
package firstlight

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// Level is the brightness of the picture, of 255.
const Level = 64

// View returns a view of the hare in the middle of the panel. The hare needs no translation.
func View() panel.View {
	const side = 32 // width and height of the hare, in px
	return panel.View{Kind: panel.KindHare, Picture: "hare/1", Left: (panel.Wide - side) / 2, Top: (panel.High - side) / 2}
}

// Bus is the access to the bus of a panel.
type Bus struct {
	Host   wiring.Host
	Access func(node string) error // usually [wiring.Access]
	Most   time.Duration           // maximum time to wait for the bus
}

// Show waits until the bus of the panel exists, shows the picture and leaves it there. It writes
// the name of the panel to the folder runtime, unless that is "". It opens no other bus. It returns
// nil for a config without a display. Otherwise it returns an error if the bus does not appear, or
// if the display does not answer.
func Show(ctx context.Context, c config.Panel, b Bus, runtime string) error {
	display := b.Host.OLED(c)
	if display == nil {
		return nil
	}
	picture := screen.New(nil, nil).Draw(View()).OLED
	if node := wiring.Node(c.Bus); node != "" { // otherwise Show reports the name of the bus
		if err := wiring.Await(ctx, node, b.Most, b.Access); err != nil {
			return fmt.Errorf("firstlight: %w", err)
		}
	}
	if err := display.Show(picture[:], Level); err != nil {
		return err
	}
	if runtime == "" { // without systemd
		return nil
	}
	if err := os.WriteFile(file(runtime), []byte(display.String()), 0o600); err != nil {
		return fmt.Errorf("firstlight: %w", err)
	}
	return nil
}

// Inherit calls the method of that name of a display if Show has drawn on that display. The
// argument runtime is the folder that Show wrote to.
func Inherit(runtime string, display *wiring.Surface) {
	if name, err := os.ReadFile(file(runtime)); err == nil && string(name) == display.String() {
		display.Inherit()
	}
}

func file(runtime string) string { return filepath.Join(runtime, "hello") }
