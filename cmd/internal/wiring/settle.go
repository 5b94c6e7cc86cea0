package wiring

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"time"
)

// settleStep is how often Settle asks again.
const settleStep = 50 * time.Millisecond

// Settle waits for rights: at the start of a machine a node is there before udev has
// given it to its group. It returns once access refuses none of the nodes for its
// mode's sake (EACCES), or after most, or when ctx ends. What isn't there, or what the
// service's rules forbid (EPERM), is not waited for: it doesn't change by itself.
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
