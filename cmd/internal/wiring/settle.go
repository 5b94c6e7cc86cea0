package wiring

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"time"
)

// settleStep is the polling interval of Settle.
const settleStep = 50 * time.Millisecond

// Settle waits for permissions: at the start of a machine a node exists before udev has set its
// group. It returns once no node is refused by its mode (EACCES), or after most, or when ctx
// ends. It does not wait for missing nodes or refusals by the unit (EPERM), because they do not
// change by themselves.
func Settle(ctx context.Context, nodes []string, most time.Duration, access func(node string) error) {
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	refused := func(node string) bool { return errors.Is(access(node), syscall.EACCES) }
	for slices.ContainsFunc(nodes, refused) {
		select {
		case <-time.After(settleStep):
		case <-ctx.Done():
			return
		}
	}
}
