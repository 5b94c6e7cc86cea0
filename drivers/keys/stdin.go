package keys

import (
	"fmt"
	"os"
	"sync"
)

// null occupies file descriptor 0; it is never closed.
var null struct {
	sync.Mutex
	file *os.File
}

// GuardStdin makes sure that file descriptor 0 is taken, by the null device if by
// nothing else. Where a GPIO chip has two nodes, host.Init of periph closes it,
// and periph believes of lines with descriptor 0 that they were never requested.
// To be called after host.Init and before anything is opened; Run does it again.
func GuardStdin() error {
	null.Lock()
	defer null.Unlock()
	if _, err := os.Stdin.Stat(); err == nil {
		return nil
	}
	f, err := os.Open(os.DevNull) // the lowest descriptor that is free
	if err != nil {
		return fmt.Errorf("keys: guard descriptor 0: %w", err)
	}
	if f.Fd() != 0 {
		return f.Close() // somebody has taken it meanwhile
	}
	null.file = f
	return nil
}
