package pgtest

import "syscall"

// endWithTest makes the server end when the test process is killed.
func endWithTest(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }

// memory returns a folder in memory with room for many clusters, or "" if there is none. On a disk,
// creating the thousand files of a cluster takes ten times as long.
func memory() string {
	const shared, enough = "/dev/shm", 2 << 30
	var room syscall.Statfs_t
	if syscall.Statfs(shared, &room) != nil || uint64(room.Bavail)*uint64(room.Bsize) < enough || syscall.Access(shared, 2) != nil {
		return ""
	}
	return shared
}
