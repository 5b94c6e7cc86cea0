// Package osfile does what each operating system does in its own way: [Lock] and [Unlock] an open
// file, [Sync] a path, and write a path in a URI ([URIPath]). Unix locks with flock(2), Windows
// with LockFileEx.
package osfile

import "errors"

// ErrLocked means that another process holds a file.
var ErrLocked = errors.New("locked by another process")
