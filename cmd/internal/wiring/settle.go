package wiring

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"time"
)

// settleStep and awaitStep are the intervals at which Settle and Await check the nodes.
const (
	settleStep = 50 * time.Millisecond
	awaitStep  = 20 * time.Millisecond
)

// Await waits until access returns no error for a device node. It returns the last error after the
// time most, or when ctx is done. Udev and the kernel may create the node later than the start of
// this process.
func Await(ctx context.Context, node string, most time.Duration, access func(node string) error) error {
	ctx, stop := context.WithTimeout(ctx, most)
	defer stop()
	for {
		err := access(node)
		if err == nil {
			return nil
		}
		select {
		case <-time.After(awaitStep):
		case <-ctx.Done():
			return err
		}
	}
}

// Settle waits until udev has set the groups of the device nodes. At the start of a machine, a node
// exists before udev has set its group. Settle returns once access returns EACCES for no node,
// after the time most, or when ctx is done. Settle does not wait for missing nodes or for refusals
// by the systemd unit (EPERM), because they do not change by themselves.
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
