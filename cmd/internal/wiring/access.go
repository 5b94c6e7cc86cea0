package wiring

import "fmt"

// unopened replaces an error of periph, which is only text, by the reason why the node did not
// open.
func unopened(err error, node string) error {
	if why := Access(node); why != nil {
		return fmt.Errorf("wiring: %w", why)
	}
	return err
}
