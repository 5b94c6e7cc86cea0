package wiring

import "fmt"

// unopened returns the reason why a device node did not open, or err if there is none. err is an
// error of periph, which is only text.
func unopened(err error, node string) error {
	if why := Access(node); why != nil {
		return fmt.Errorf("wiring: %w", why)
	}
	return err
}
