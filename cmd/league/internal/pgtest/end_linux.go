package pgtest

import "syscall"

// endWithTest has the server end when the test is killed.
func endWithTest(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
