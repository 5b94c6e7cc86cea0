package main

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/checkup"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/web"
	"tabletop/companion/words"
)

func TestAPartIsSilentFromItsFirstFailureUntilItWorksAgain(t *testing.T) {
	at := func(seconds float64) time.Time {
		return time.Unix(1_790_000_000, 0).Add(time.Duration(seconds * float64(time.Second)))
	}
	var s silences
	gone := errors.New("gone")
	for _, step := range []struct {
		name string
		do   func()
		now  float64
		want float64 // time since which it is silent; 0 for none
	}{
		{"not started", func() {}, 1, 0},
		{"started", func() { s.started("trouble.tags", at(1)) }, 1, 0},
		{"it ends", func() { s.failed("trouble.tags", at(60)) }, 60, 60},
		{"it is tried again", func() { s.started("trouble.tags", at(61)) }, 61, 60},
		{"and ends again", func() { s.failed("trouble.tags", at(62)) }, 90, 60},
		{"the next run goes on", func() { s.started("trouble.tags", at(91)) }, 93, 60},
		{"and on", func() {}, 95, 0},
		{"its end counts anew", func() { s.failed("trouble.tags", at(100)) }, 101, 100},
		{"a run of its own", func() { s.started("trouble.tags", at(102)) }, 200, 0},
		{"its driver reports a loss", func() { s.noticed("trouble.tags", at(300), gone) }, 400, 300},
		{"and once more", func() { s.noticed("trouble.tags", at(310), gone) }, 400, 300},
		{"and the return", func() { s.noticed("trouble.tags", at(500), nil) }, 500, 0},
	} {
		step.do()
		want := time.Time{}
		if step.want != 0 {
			want = at(step.want)
		}
		if got := s.since("trouble.tags", at(step.now)); !got.Equal(want) {
			t.Errorf("%s: silent since %v, want %v", step.name, got, want)
		}
	}
	if got := s.since("trouble.keys", at(9)); !got.IsZero() {
		t.Errorf("another part is silent since %v", got)
	}
}

func TestEachStateOfAPartHasItsWords(t *testing.T) {
	now := time.Unix(1_790_000_000, 0)
	for _, tt := range []struct {
		part, state string
		quiet       time.Duration // 0: it answers
		row, text   string
		fault       bool
	}{
		{"panel", web.Usable, 0, "Экран отвечает", "Всё хорошо: отвечает.", false},
		{"keys", web.Usable, 0, "Клавиши отвечают", "Всё хорошо: отвечают.", false},
		{"matrix", web.Usable, 5*time.Minute + 40*time.Second, "Лампочки молчат", "Не отвечают уже 5 мин. Проверьте провода и питание. Играть можно и так.", true},
		{"buzzer", web.Usable, 10 * time.Second, "Зуммер молчит", "Не отвечает уже 1 мин. Проверьте провода и питание. Играть можно и так.", true},
		{"tags", web.Usable, 3*time.Hour + time.Minute, "Метки молчат", "Не отвечают уже 3 ч. Проверьте провода и питание. Играть можно и так.", true},
		{"scanner", web.Absent, 0, "Сканер молчит", "Не отвечает. Проверьте провода и питание. Играть можно и так.", true},
		{"scanner", web.Absent, time.Minute, "Сканер молчит", "Не отвечает уже 1 мин. Проверьте провода и питание. Играть можно и так.", true},
		{"table", web.Failed, 0, "Стол молчит", "Не отвечает. Проверьте провода и питание. Играть можно и так.", true},
		{"table", web.Denied, time.Hour, "Стол молчит", "Система не пускает сюда прибор. Поможет тот, кто его ставил: ему всё скажет команда «companion doctor».", true},
		{"printer", web.Forbidden, 0, "Принтер молчит", "Система не пускает сюда прибор. Поможет тот, кто его ставил: ему всё скажет команда «companion doctor».", true},
		{"printer", web.Absent, 0, "Принтер выключен", "Принтер не включён или не подключён. Включите его, когда понадобится.", false},
		{"printer", web.Usable, time.Hour, "Принтер выключен", "Принтер не включён или не подключён. Включите его, когда понадобится.", false},
	} {
		since := time.Time{}
		if tt.quiet != 0 {
			since = now.Add(-tt.quiet)
		}
		f := partFinding(tt.part, tt.state, since, now)
		w := words.Companion(words.Russian)
		row, text := w.Say(f.Label(), nil)+" "+w.Say(f.Short(), nil), w.Say(f.Text(), nil)
		if row != tt.row || text != tt.text || f.Fault() != tt.fault {
			t.Errorf("%s, %s, %v: %q, %q, fault %v", tt.part, tt.state, tt.quiet, row, text, f.Fault())
		}
	}
}

// changing is a folder whose files change. Opening a file hangs while there are none.
type changing struct{ files chan fstest.MapFS }

func holding(files fstest.MapFS) changing {
	c := changing{make(chan fstest.MapFS, 1)}
	if files != nil {
		c.files <- files
	}
	return c
}

func (c changing) Open(name string) (fs.File, error) {
	files := <-c.files
	c.files <- files
	return files.Open(name)
}

// become replaces the files.
func (c changing) become(files fstest.MapFS) {
	select {
	case <-c.files:
	default:
	}
	c.files <- files
}

// lowPi are the files of a Raspberry Pi whose voltage has this alarm.
func lowPi(alarm string) fstest.MapFS {
	return fstest.MapFS{
		"sys/firmware/devicetree/base/model":     {Data: []byte("Raspberry Pi Zero W\x00")},
		"sys/class/hwmon/hwmon0/name":            {Data: []byte("rpi_volt\n")},
		"sys/class/hwmon/hwmon0/in0_lcrit_alarm": {Data: []byte(alarm + "\n")},
	}
}

// watchedOn is a daemon on a machine with these files, whose loop doesn't run.
func watchedOn(t *testing.T, tree fs.FS) *daemon {
	t.Helper()
	m, err := companion.New(companion.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return &daemon{
		environment: environment{tree: tree}, simulated: true, examiner: newExaminer(t.TempDir(), nil),
		loop: loop.New(loop.Config{Model: m}), log: slog.New(slog.DiscardHandler),
	}
}

func TestAHungFileIsGivenUpAndReadByOneGoroutineOnly(t *testing.T) {
	dir := t.TempDir() // made outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		files := holding(nil)
		d := watchedOn(t, files)
		d.examiner.folder = dir
		for range 3 {
			began := time.Now()
			if got := keysOf(d.findings(t.Context())); got != "box.slow" {
				t.Errorf("got %s", got)
			}
			if took := time.Since(began); took != examineTime {
				t.Errorf("it took %v, want %v", took, examineTime)
			}
		}
		files.become(lowPi("1"))
		synctest.Wait()
		if got := keysOf(d.findings(t.Context())); !strings.HasSuffix(got, " power.low") {
			t.Errorf("afterwards it is %s", got)
		}
	})
}

func keysOf(all []checkup.Finding) string {
	var keys []string
	for _, f := range all {
		keys = append(keys, f.Key)
	}
	return strings.Join(keys, " ")
}

func TestUndervoltageIsRememberedAfterItHasPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		files := holding(lowPi("0"))
		d := watchedOn(t, files)
		ended := make(chan error, 1)
		go func() { ended <- d.watchVoltage(t.Context()) }()
		<-time.After(3 * voltageEvery)
		if d.examiner.dipped.Load() {
			t.Error("the voltage dipped, though it didn't")
		}
		files.become(lowPi("1"))
		if err := <-ended; err != nil {
			t.Error(err)
		}
		files.become(lowPi("0"))
		if got := keysOf(d.findings(t.Context())); !strings.HasSuffix(got, "power.dipped") {
			t.Errorf("afterwards it is %s", got)
		}
	})
}

func TestOnlyARaspberryPiIsWatched(t *testing.T) {
	files := lowPi("1")
	delete(files, "sys/firmware/devicetree/base/model")
	d := watchedOn(t, files)
	if err := d.watchVoltage(t.Context()); err != nil || d.examiner.dipped.Load() {
		t.Errorf("it ended with %v, dipped %v", err, d.examiner.dipped.Load())
	}
}

func TestThePageSaysWhatIsSilentAndHowOldTheBackupIs(t *testing.T) {
	t.Parallel()
	port := "/dev/nowhere-" + t.Name()
	e := gather(t, "[scanner]\nport = \""+port+"\"\n[printer]\nport = \""+port+"\"\n", nil)
	e.untilShows("trouble.title") // the scanner
	e.press("ok", "ok")           // Русский
	page := func() string {
		e.home()
		e.choose("home.more", "checkup.title")
		e.until("the answer", func(m *screen.Moment) bool { return m.View.Rows[0].Mark == panel.Cursor })
		v := e.d.loop.Now().View
		text := v.Title
		for range 8 {
			for _, r := range e.d.loop.Now().View.Rows {
				if row := strings.TrimSpace(r.Text) + " " + r.End; row != " " && !strings.Contains(text, row) {
					text += "\n" + row
				}
			}
			e.press("down")
		}
		return text
	}
	first := page()
	for _, row := range []string{"! Сканер молчит", "Принтер выключен", "Копия никогда", "Часы верны"} {
		if !strings.Contains(first, "\n"+row) {
			t.Errorf("no row %q in\n%s", row, first)
		}
	}
	for _, part := range []string{"Экран", "Лампочки", "Клавиши"} { // of a simulated panel
		if strings.Contains(first, part) {
			t.Errorf("%s is there in\n%s", part, first)
		}
	}
	e.until("the page to be served", func(*screen.Moment) bool { return e.d.phones.page.now().IsValid() })
	backUp(t, "http://"+e.d.phones.page.now().String()+"/api/backup")
	if got := page(); !strings.Contains(got, "\nКопия сегодня") {
		t.Errorf("after a backup the page says\n%s", got)
	}
}

// backUp downloads a backup.
func backUp(t *testing.T, url string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), `"kind":"end"`) {
		t.Fatalf("%s: %v\n%s", answer.Status, err, text)
	}
}
