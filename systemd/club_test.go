package systemd_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/club/wire"
)

var clubPages = []string{"man/companion-club.7", "man/ru/companion-club.7"}

// told are the topics that a page of the club tells about, in their order, and what it says
// about each, in one line.
func told(t *testing.T, file string) (kinds []wire.Kind, paragraphs map[wire.Kind]string) {
	t.Helper()
	paragraphs = map[wire.Kind]string{}
	for _, paragraph := range strings.Split(read(t, file), "\n.TP\n")[1:] {
		paragraph, _, _ = strings.Cut(paragraph, "\n.SH")
		topic, text, _ := strings.Cut(paragraph, "\n")
		name, ok := strings.CutPrefix(topic, ".I companion/BOX/")
		if !ok {
			t.Errorf("%s tells about a topic %s", file, topic)
		}
		kinds = append(kinds, wire.Kind(name))
		paragraphs[wire.Kind(name)] = strings.Join(strings.Fields(text), " ")
	}
	return kinds, paragraphs
}

func TestThePagesOfTheClubTellAboutEveryTopic(t *testing.T) {
	for _, file := range clubPages {
		if got, _ := told(t, file); !slices.Equal(got, wire.Kinds) {
			t.Errorf("%s tells about the topics %v, there are %v", file, got, wire.Kinds)
		}
	}
}

func TestThePagesOfTheClubTellAboutEveryFieldOfAMessage(t *testing.T) {
	messages := map[wire.Kind]any{
		wire.OnlineKind: wire.Online{}, wire.StateKind: wire.State{}, wire.MomentKind: wire.Moment{}, wire.SealKind: wire.Seal{},
		wire.RecordKind: wire.Record{}, wire.ErasedKind: wire.Erased{}, wire.AckKind: wire.Ack{}, wire.EnrolKind: wire.Enrol{},
	}
	for _, file := range clubPages {
		_, paragraphs := told(t, file)
		for kind, message := range messages {
			got := paragraphs[kind]
			if _, list, remark := strings.Cut(got, ": "); remark {
				got = list
			}
			want := strings.Join(tags(reflect.TypeOf(message)), ", ")
			if kind == wire.StateKind {
				want += " (" + strings.Join(tags(reflect.TypeFor[wire.Seat]()), ", ") + ")"
			}
			if got != want+"." {
				t.Errorf("%s says that a message of %s has\n%s it has\n%s.", file, kind, got, want)
			}
		}
	}
}

// tags are those of a message, as JSON calls them.
func tags(of reflect.Type) (names []string) {
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

func TestThePagesOfTheClubTellWhatMayBePressed(t *testing.T) {
	for _, file := range clubPages {
		_, paragraphs := told(t, file)
		for _, press := range []wire.Press{wire.PressBack, wire.PressUp, wire.PressDown, wire.PressOK} {
			if !regexp.MustCompile(`\.IR? ` + string(press) + `\b`).MatchString(paragraphs[wire.PressKind]) {
				t.Errorf("%s doesn't tell about the press %s: %s", file, press, paragraphs[wire.PressKind])
			}
		}
	}
}
