package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"tabletop/cmd/internal/stick"
	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/history"
	"tabletop/companion/loop"
	"tabletop/companion/store"
)

// usbSticks carries out the effects about USB sticks, one at a time, beside the loop.
type usbSticks struct {
	send    func(any) // sends an event to the loop
	warn    func(error)
	list    func() ([]stick.Stick, error)
	mount   func(ctx context.Context, uuid string) (files stick.Files, release func() error, err error)
	store   backups  // nil if the state folder did not open
	uploads *os.Root // nil if it did not open
	today   func() time.Time
	updates *updates
	jobs    chan companion.Effect // queue of effects
	slot    chan struct{}         // holds a value while a stick is used
}

// backups is the part of the store that sticks use.
type backups interface {
	Backup(ctx context.Context, w io.Writer) error
	Look(ctx context.Context, kind history.Kind, r io.Reader) (history.Parcel, error)
	ClubSeed(ctx context.Context) ([store.SeedBytes]byte, error)
}

// Times of work with a stick. A stick that is dying answers after minutes, or never; the table goes on
// meanwhile.
const (
	stickTime   = 5 * time.Minute        // maximum time of one effect
	stickPause  = 250 * time.Millisecond // interval in which a stick that failed is looked for
	stickLooks  = 12                     // number of these looks
	stickExpiry = 10 * time.Minute       // time after which a file that was taken from a stick is removed
	stickEnd    = time.Second            // time for the end of the work when the daemon ends
)

// stickJobs is the capacity of the queue. The table requests one thing at a time.
const stickJobs = 4

var (
	errStickBusy = refusal{companion.StickSilent, "companiond: the stick is busy"}
	errStickHung = refusal{companion.StickSilent, "companiond: the stick doesn't answer"}
)

// newSticks returns the service of sticks. The folder of the flag -stick stands for one.
func (d *daemon) newSticks(ctx context.Context, o options, disk loop.Log) *usbSticks {
	s := &usbSticks{
		send:  func(event any) { d.loop.Tell(ctx, event) },
		warn:  func(err error) { d.log.Warn("stick", "err", err) },
		list:  d.listSticks,
		mount: mountStick, uploads: d.phones.carrier.uploads, today: d.phones.today,
		updates: d.updates,
		jobs:    make(chan companion.Effect, stickJobs), slot: make(chan struct{}, 1),
	}
	if o.stick != "" {
		s.list, s.mount = simulateStick(o.stick)
	}
	s.store, _ = disk.(backups)
	return s
}

// listSticks lists the sticks of the machine. Without the service that mounts them there are none.
func (d *daemon) listSticks() ([]stick.Stick, error) {
	if _, err := os.Stat(stick.Socket); err != nil {
		return nil, nil
	}
	return stick.List(os.DirFS("/"))
}

func mountStick(ctx context.Context, uuid string) (stick.Files, func() error, error) {
	l, err := stick.Mount(ctx, uuid)
	if err != nil {
		return nil, nil, err
	}
	return l.Files, l.Release, nil
}

// simulateStick lets a folder stand for a stick: for developers, and for tests. The stick is plugged
// in while the folder exists.
func simulateStick(folder string) (list func() ([]stick.Stick, error), mount func(context.Context, string) (stick.Files, func() error, error)) {
	list = func() ([]stick.Stick, error) {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return nil, nil
		}
		return []stick.Stick{{UUID: "simulated", Label: filepath.Base(folder), Bytes: 16e9}}, nil
	}
	mount = func(context.Context, string) (stick.Files, func() error, error) {
		files, err := stick.At(folder)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", stick.Pulled, err)
		}
		return files, files.Close, nil
	}
	return list, mount
}

// today returns the present day, or the zero time if the clock isn't trusted.
func (p *phones) today() time.Time {
	sure, ahead := p.trust.now()
	if !sure {
		return time.Time{}
	}
	return time.Now().Add(ahead)
}

// parts returns the parts of the sticks.
func (s *usbSticks) parts() []part {
	return []part{{key: "trouble.panic", run: s.watch}, {key: "trouble.panic", run: s.run}}
}

// watch sends the sticks that are plugged in to the loop, whenever they change.
func (s *usbSticks) watch(ctx context.Context) error {
	failed := false
	list := func() ([]stick.Stick, error) {
		all, err := s.list()
		if err != nil && !failed {
			s.warn(err)
		}
		failed = err != nil
		return all, nil
	}
	return stick.Watch(ctx, list, func(all []stick.Stick) { s.send(stick.Shown(all)) })
}

// want queues an effect. It does not block. If the queue is full, the answer is an error.
func (s *usbSticks) want(e companion.Effect) {
	select {
	case s.jobs <- e:
	default:
		go s.send(refused(e, errStickBusy))
	}
}

// run carries out the queued effects until ctx is done.
func (s *usbSticks) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case e := <-s.jobs:
			answer := s.bounded(ctx, e)
			s.send(answer)
			if saved, ok := answer.(companion.Saved); ok && saved.Err == nil {
				s.send(companion.BackedUp{})
			}
		}
	}
}

// bounded carries out an effect in stickTime at most. If the stick hangs, the goroutine that waits
// for it keeps the slot, so that no second one starts.
func (s *usbSticks) bounded(ctx context.Context, e companion.Effect) any {
	work, stop := context.WithTimeout(ctx, stickTime)
	defer stop()
	select {
	case s.slot <- struct{}{}:
	case <-work.Done():
		return refused(e, errStickHung)
	}
	done := make(chan any, 1)
	go func() {
		defer func() { <-s.slot }()
		defer func() {
			if p := recover(); p != nil {
				done <- refused(e, fmt.Errorf("companiond: panic with a stick: %v", p))
			}
		}()
		done <- s.answer(work, e)
	}()
	select {
	case answer := <-done:
		return answer
	case <-work.Done():
	}
	select { // the work may end in time, and unmount the stick
	case answer := <-done:
		return answer
	case <-time.After(stickEnd):
		return refused(e, errStickHung)
	}
}

// refused returns the answer to an effect that has failed.
func refused(e companion.Effect, err error) any {
	switch e := e.(type) {
	case companion.SaveCopy:
		return companion.Saved{Stick: e.Stick, Err: err}
	case companion.ReadStick:
		return companion.StickRead{Stick: e.Stick, Err: err}
	case companion.TakeCopy:
		return companion.CopyTaken{Stick: e.Stick, Name: e.Name, Err: err}
	case companion.TakeRelease:
		return companion.ReleaseTaken{Stick: e.Stick, Name: e.Name, Err: err}
	}
	return nil
}

// answer carries out an effect and returns the event that answers it.
func (s *usbSticks) answer(ctx context.Context, e companion.Effect) any {
	var answer any
	var err error
	switch e := e.(type) {
	case companion.SaveCopy:
		size := int64(0)
		err = s.with(ctx, e.Stick, func(files stick.Files) (err error) { size, err = s.save(ctx, files); return err })
		answer = companion.Saved{Stick: e.Stick, Bytes: size}
	case companion.ReadStick:
		read := companion.StickRead{Stick: e.Stick}
		err = s.with(ctx, e.Stick, func(files stick.Files) (err error) {
			if read.Copies, err = stick.Copies(files); err == nil {
				read.Releases, err = s.releases(files)
			}
			return err
		})
		answer = read
	case companion.TakeCopy:
		taken := companion.CopyTaken{Stick: e.Stick, Name: e.Name}
		taken.Upload, err = s.take(ctx, e.Stick, e.Name, string(history.KindBackup), store.MostBackup, func(f *os.File) (err error) {
			taken.Parcel, err = s.store.Look(ctx, history.KindBackup, f)
			return err
		})
		answer = taken
	case companion.TakeRelease:
		taken := companion.ReleaseTaken{Stick: e.Stick, Name: e.Name}
		taken.Upload, err = s.take(ctx, e.Stick, e.Name, "deb", stick.MostPackage, func(f *os.File) (err error) {
			taken.Version, err = s.updates.Inspect(ctx, f.Name())
			return err
		})
		answer = taken
	}
	if err != nil {
		s.warn(err)
		return refused(e, err)
	}
	return answer
}

// with mounts a stick for some work. After a failure it looks whether the stick is still there.
func (s *usbSticks) with(ctx context.Context, uuid string, work func(stick.Files) error) error {
	if s.store == nil || s.uploads == nil {
		return errNoArchive
	}
	files, unmount, err := s.mount(ctx, uuid)
	if err == nil {
		err = work(files)
		if failed := unmount(); failed != nil {
			s.warn(failed) // the files on the stick are synced
		}
	}
	return s.blame(ctx, uuid, err)
}

// blame adds the fault to an error of a stick. After a pull, the kernel needs up to some seconds until
// it removes the stick.
func (s *usbSticks) blame(ctx context.Context, uuid string, err error) error {
	for i := 0; ; i++ {
		plugged, failed := s.list()
		blamed := stick.Blame(err, uuid, plugged)
		if failed != nil || !errors.Is(blamed, stick.Damaged) || i == stickLooks {
			return blamed
		}
		select {
		case <-time.After(stickPause):
		case <-ctx.Done():
			return blamed
		}
	}
}

// save writes a backup. If a match was erased meanwhile, it writes another one.
func (s *usbSticks) save(ctx context.Context, files stick.Files) (int64, error) {
	box, err := s.box(ctx)
	if err != nil {
		return 0, err
	}
	write := func(w io.Writer) error { return s.store.Backup(ctx, w) }
	size, err := stick.Save(files, box, s.today(), write)
	if errors.Is(err, store.ErrChanged) {
		size, err = stick.Save(files, box, s.today(), write)
	}
	return size, err
}

// box returns the folder of this box on a stick.
func (s *usbSticks) box(ctx context.Context) (string, error) {
	seed, err := s.store.ClubSeed(ctx)
	if err != nil {
		return "", err
	}
	host, _ := os.Hostname() // without a host name the box is called companion
	key, _ := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	return stick.BoxFolder(host, wire.IDOf(key)), nil
}

// releases returns the package on a stick to which this box may be updated, if there is one.
func (s *usbSticks) releases(files stick.Files) ([]companion.Release, error) {
	if s.updates.impossible() != "" {
		return nil, nil
	}
	keys, err := s.updates.keys()
	if err != nil {
		return nil, err
	}
	return stick.Releases(files, keys, architectures[runtime.GOARCH], s.updates.version)
}

// take copies a file from a stick to the folder of uploads, as if a phone had sent it, and inspects
// the copy. It returns the name of the upload. The kind is its extension.
func (s *usbSticks) take(ctx context.Context, uuid, name, kind string, most int64, look func(*os.File) error) (id string, err error) {
	err = s.with(ctx, uuid, func(files stick.Files) (err error) {
		id = strings.ToLower(rand.Text()) + "." + kind
		to, err := s.uploads.OpenFile(id, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		err = stick.Take(files, name, most, to)
		if err == nil {
			_, err = to.Seek(0, io.SeekStart)
		}
		if err == nil {
			err = look(to)
		}
		return cmp.Or(err, to.Close())
	})
	remove := func() { _ = s.uploads.Remove(id) } // the table may have removed it
	if err != nil {
		if id != "" {
			remove()
		}
		return "", err
	}
	time.AfterFunc(stickExpiry, remove)
	return id, nil
}
