package voice

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

// Role is the first argument of the service. The second one is the path of the config.
const Role = "voice"

// Is reports whether args, with the program's name first, start the service.
func Is(args []string) bool { return len(args) == 3 && args[1] == Role }

// Main runs the service until systemd ends it, with the config in a file. It returns the exit code.
func Main(file string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func run(ctx context.Context, file string) error {
	c, err := config.Read(file, words.Companion(words.English))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("voice: %w", err)
	}
	listeners, err := activation.Listeners()
	if err != nil || len(listeners) != 1 || listeners[0] == nil {
		return fmt.Errorf("voice: systemd passed %d sockets, want one: %w", len(listeners), err)
	}
	return serve(ctx, listeners[0], func() *mouth { return newMouth(c.Voice) })
}

// serve serves the connections of a listener until ctx is done. A new connection ends the one before.
// Each has a mouth of its own.
func serve(ctx context.Context, l net.Listener, mouthOf func() *mouth) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	end := func() {}
	defer func() { end() }()
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("voice: %w", err)
		}
		end()
		ended := make(chan struct{})
		of, stop := context.WithCancel(ctx)
		end = func() { stop(); <-ended }
		go func() {
			defer close(ended)
			talk(of, conn, mouthOf())
		}()
	}
}

// newMouth returns the mouth of this machine.
func newMouth(v config.Voice) *mouth {
	machine := os.DirFS("/")
	return &mouth{Voice: v, start: startChild, cards: func() []Card { return Cards(machine) }, patience: usualPatience}
}

// answerTime is the maximum time of an answer. The client reads all the time.
const answerTime = time.Second

// talk serves a connection until it ends or ctx is done. It closes the connection.
func talk(ctx context.Context, conn net.Conn, m *mouth) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	m.answer = func(line string) {
		err := conn.SetWriteDeadline(time.Now().Add(answerTime))
		if err == nil {
			_, err = io.WriteString(conn, line+"\n")
		}
		if err != nil {
			stop()
		}
	}
	box := newMailbox()
	go func() {
		defer stop()
		receive(conn, box.put, func() { m.answer("refused") })
	}()
	m.run(ctx, box)
}

// receive reads requests until the input ends. It skips lines that are no requests and calls refuse
// for each.
func receive(in io.Reader, put func(request), refuse func()) {
	lines := bufio.NewReaderSize(in, mostLine+1)
	for {
		line, err := lines.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		if err != nil {
			return
		}
		if r, ok := parse(string(line[:max(0, len(line)-1)])); ok && !long {
			put(r)
		} else {
			refuse()
		}
	}
}
