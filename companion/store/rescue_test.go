package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
)

func TestADamagedFileIsRescuedAsABackup(t *testing.T) {
	t.Parallel()
	evening := rottenEvening(t)
	for name, hit := range map[string]func(main, log []byte){
		"nothing":        func(_, _ []byte) {},
		"the head":       func(main, _ []byte) { clear(main[:100]) },
		"the first page": func(main, log []byte) { clear(main[:4096]) },
		"the log's head": func(_, log []byte) { clear(log[:32]) },
	} {
		path := filepath.Join(t.TempDir(), "companion-2026.broken")
		main, log := append([]byte(nil), evening.main...), append([]byte(nil), evening.log...)
		hit(main, log)
		write(t, path, main)
		write(t, path+walSuffix, log)
		var b strings.Builder
		saved, err := Rescue(t.Context(), path, rolling, &b)
		if err != nil || saved.Matches != len(evening.matches) || len(saved.Damaged) > 0 {
			t.Errorf("%s hit: rescued was %+v (%v), want %d matches", name, saved, err, len(evening.matches))
		}
		for _, want := range []string{`{"kind":"player","name":"Аня"}`, `{"kind":"player","name":"Боря"}`, `{"kind":"setting","key":"lang","value":"ru"}`} {
			if !strings.Contains(b.String(), want+"\n") {
				t.Errorf("%s hit: the backup lacks %s", name, want)
			}
		}
		fresh := opened(t, t.TempDir())
		if n, _ := restore(t, fresh, b.String()); n != len(evening.matches) {
			t.Errorf("%s hit: %d matches came back", name, n)
		}
		if string(read(t, path)) != string(main) || string(read(t, path+walSuffix)) != string(log) {
			t.Errorf("%s hit: the files were changed", name)
		}
	}
}

func TestAMissingFileIsNotRescued(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	if _, err := Rescue(t.Context(), path, rolling, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error with the path", err)
	}
}

func TestThePaceOfAnEveningIsKeptNowAndThenAndReadWithoutADaemon(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	if p, err := PaceOf(dir); err != nil || p.Keeps != 0 {
		t.Errorf("before anything was played: %+v, %v", p, err)
	}
	if p, err := s.Pace(t.Context()); err != nil || p != (Pace{}) {
		t.Errorf("before anything was played the open store says %+v, %v", p, err)
	}
	for n := range 3 * paceEvery {
		keepNext(t, s)
		s.Took(time.Duration(n) * time.Millisecond)
	}
	want := Pace{Keeps: 64, P50: 31 * time.Millisecond, P99: 62 * time.Millisecond, Worst: 63 * time.Millisecond, Day: "2026-11-21"}
	if p, err := PaceOf(dir); err != nil || p != want {
		t.Errorf("got %+v, %v; want %+v", p, err, want)
	}
	if p, err := s.Pace(t.Context()); err != nil || p != want {
		t.Errorf("the open store says %+v, %v; want %+v", p, err, want)
	}
	if text := backupOf(t, s); strings.Contains(text, `"pace"`) {
		t.Error("the pace of this box is in its backup")
	}
	if _, err := PaceOf(t.TempDir()); err == nil {
		t.Error("a folder without a database has a pace")
	}
}

func TestASettingIsReadWithoutADaemon(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	for _, want := range []string{"", "sh1106", "ssd1306"} {
		if want != "" {
			keep(t, s, spelled{Settings: companion.ChipKey + "\t" + want + "\n"})
		}
		if got, err := SettingOf(dir, companion.ChipKey); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if text := backupOf(t, s); strings.Contains(text, `"chip"`) {
		t.Error("the chip of this box's panel is in its backup")
	}
	if _, err := SettingOf(t.TempDir(), companion.ChipKey); err == nil {
		t.Error("a folder without a database has a setting")
	}
}
