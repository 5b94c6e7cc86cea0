// Package osfile implements file operations that differ between operating systems: [Lock] and
// [Unlock] for an open file, [Sync] for a path, and [URIPath] for a path in a URI. Unix locks
// with flock(2), Windows with LockFileEx.
package osfile

import "errors"

// ErrLocked means that another process holds the lock of a file.
var ErrLocked = errors.New("locked by another process")
