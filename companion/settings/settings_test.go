package settings

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type box struct {
	lang   string
	mute   bool
	cups   []string
	plays  map[string]int
	secret string
}

var table = Table[box]{
	Text("language", AnyBackup, func(b *box) *string { return &b.lang }),
	Value("mute", AnyPage, func(b *box) *bool { return &b.mute }),
	Value("cups", AnyPage, func(b *box) *[]string { return &b.cups }).Remote(),
	Values("plays", AnyBackup, func(b *box) *map[string]int { return &b.plays }),
	Text("secret", ThisBox, func(b *box) *string { return &b.secret }),
}

// stored is what a disk holds after lines were written to it one after another.
type stored map[string]string

func (d stored) write(lines []Line) {
	for _, l := range lines {
		if d[l.Key] = l.Value; l.Value == "" {
			delete(d, l.Key)
		}
	}
}

func (d stored) lines() (lines []Line) {
	for _, key := range slices.Sorted(maps.Keys(d)) {
		lines = append(lines, Line{key, d[key]})
	}
	return lines
}

func TestWhatIsWrittenInAnyStepsIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		disk, now := stored{}, &box{}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			next := *now
			switch rapid.IntRange(0, 3).Draw(t, "field") {
			case 0:
				next.lang = rapid.SampledFrom([]string{"", "ru", "en"}).Draw(t, "lang")
			case 1:
				next.mute = !next.mute
			case 2:
				next.cups = rapid.SliceOfN(rapid.SampledFrom([]string{"2d6", "coin"}), 0, 3).Draw(t, "cups")
			case 3:
				name := rapid.SampledFrom([]string{"mice", "fox"}).Draw(t, "name")
				if next.plays = Put(next.plays, name, rapid.IntRange(0, 9).Draw(t, "n")); rapid.Bool().Draw(t, "gone") {
					next.plays = Without(next.plays, name)
				}
			}
			disk.write(table.Changes(now, &next))
			now = &next
		}
		var again box
		if unknown := table.Read(&again, disk.lines()); unknown != nil {
			t.Fatalf("unknown: %v", unknown)
		}
		if again.lang != now.lang || again.mute != now.mute || len(again.cups) != len(now.cups) || !maps.Equal(again.plays, now.plays) {
			t.Fatalf("read %+v, wrote %+v", again, *now)
		}
	})
}

func TestAnUnchangedStructYieldsNoLine(t *testing.T) {
	b := box{lang: "ru", plays: map[string]int{"mice": 1}}
	same := b
	if lines := table.Changes(&b, &same); lines != nil {
		t.Errorf("%v", lines)
	}
	same.plays = Put(same.plays, "fox", 2)
	if lines := table.Changes(&b, &same); !slices.Equal(lines, []Line{{"plays:fox", "2"}}) {
		t.Errorf("%v", lines)
	}
	if lines := table.Changes(&same, &box{}); !slices.Equal(lines, []Line{{"language", ""}, {"plays:fox", ""}, {"plays:mice", ""}}) {
		t.Errorf("%v", lines)
	}
}

func TestWhatCannotBeReadIsLeftOutAndUnknownLinesAreReturned(t *testing.T) {
	var b box
	unknown := table.Read(&b, []Line{{"mute", "perhaps"}, {"plays:mice", "x"}, {"plays:", "1"}, {"later", "1"}, {"language", ""}, {"plays:fox", "3"}})
	if b.mute || b.lang != "" || !maps.Equal(b.plays, map[string]int{"fox": 3}) {
		t.Errorf("read %+v", b)
	}
	if !maps.Equal(unknown, map[string]string{"plays:": "1", "later": "1"}) {
		t.Errorf("unknown %v", unknown)
	}
}

func TestKeysKnowTheirAudience(t *testing.T) {
	for key, want := range map[string][2]bool{"language": {}, "cups": {false, true}, "secret": {true, false}, "plays:mice": {}, "plays:": {}, "nothing": {}} {
		if got := [2]bool{table.Private(key), table.Remote(key)}; got != want {
			t.Errorf("%s is private, remote: %v, want %v", key, got, want)
		}
	}
}
