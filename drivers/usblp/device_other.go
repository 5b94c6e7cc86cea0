//go:build !linux

package usblp

import (
	"errors"
	"time"
)

// Device is an open printer. Only Linux is supported.
type Device struct{}

// Open returns an error: only Linux is supported.
func Open(string, time.Duration) (*Device, error) { return nil, errors.ErrUnsupported }

// Read returns an error.
func (*Device) Read([]byte) (int, error) { return 0, errors.ErrUnsupported }

// Write returns an error.
func (*Device) Write([]byte) (int, error) { return 0, errors.ErrUnsupported }

// State returns an error.
func (*Device) State() (State, error) { return 0, errors.ErrUnsupported }

// Close does nothing.
func (*Device) Close() error { return nil }
