// Package regdom reads and sets the country whose rules the kernel applies to Wi-Fi: its regulatory
// domain. Without a country the kernel uses the rules of "00", which are legal everywhere, and some
// drivers do not transmit at all.
//
// [Country] reads the country through nl80211, the kernel's netlink interface for Wi-Fi. Any user
// may read it. To set it needs CAP_NET_ADMIN, which the daemon does not have. [Ask] therefore
// connects to the socket of companion-country@.service. systemd starts one child for each
// connection. The child is this program with the argument [Role]; see [Main]. It reads two letters,
// passes them to the kernel and answers. It has that one capability, no file, no device and no
// network of its own, and it accepts only the codes of ISO 3166-1.
//
// The kernel forgets the country at the next boot. The daemon then sets it again before it starts
// the box's own network.
package regdom

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"tabletop/companion/door"
)

// Role is the only argument of the process that sets the country.
const Role = "country"

// socket is the path of the socket of the unit companion-country@.
const socket = "/run/companion-country.sock"

// Is reports whether args, with the program's name first, start the process that sets the country.
func Is(args []string) bool { return len(args) == 2 && args[1] == Role }

// World is the code of the rules that are legal in all countries.
const World = "00"

// Set reports whether code, a result of [Country], stands for a country. The codes "00" (world) and
// "99" (rules of the driver) do not. "98" stands for the common rules of two countries.
func Set(code string) bool { return code != "" && code != World && code != "99" }

// Errors of [Main] and [Ask].
var (
	errCode    = errors.New("not a country code of two capital letters")
	errUnknown = errors.New("the kernel has no rules for this country; package wireless-regdb contains them")
)

// kernel holds the functions that read and set the country.
type kernel struct {
	get func() (string, error)
	set func(code string) error
}

// patience is the time for which the kernel may load the rules of a country. pause is the time
// between two queries.
const (
	patience = 3 * time.Second
	pause    = 50 * time.Millisecond
)

// Main reads a country code and a line feed from in, sets the country, and writes "ok" or the reason of a
// failure as one line to out. It returns the exit status of the process.
func Main(in io.Reader, out io.Writer) int {
	if err := (kernel{Country, set}).serve(in); err != nil {
		fmt.Fprintln(out, err)
		return 1
	}
	fmt.Fprintln(out, "ok")
	return 0
}

// serve reads a code from in and sets the country. It returns once the kernel applies the rules.
func (k kernel) serve(in io.Reader) error {
	line, err := bufio.NewReaderSize(io.LimitReader(in, 3), 16).ReadString('\n')
	code := strings.TrimSuffix(line, "\n")
	if err != nil || !door.IsCountry(code) {
		return errCode
	}
	if err := k.set(code); err != nil {
		return err
	}
	for waited := time.Duration(0); waited < patience; waited += pause {
		if now, err := k.get(); err != nil || now == code {
			return err
		}
		time.Sleep(pause)
	}
	return errUnknown
}

// Ask asks the service companion-country@ to set the country. The error says why the kernel refused
// it, or that there is no service.
func Ask(ctx context.Context, code string) error { return ask(ctx, socket, code) }

func ask(ctx context.Context, socket, code string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return fmt.Errorf("regdom: country %s: %w", code, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := fmt.Fprintln(conn, code); err != nil {
		return fmt.Errorf("regdom: country %s: %w", code, err)
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fmt.Errorf("regdom: country %s: answer of %s: %w", code, socket, err)
	}
	if answer = strings.TrimSpace(answer); answer != "ok" {
		return fmt.Errorf("regdom: country %s: %s", code, answer)
	}
	return nil
}
