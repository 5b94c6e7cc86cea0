package people

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestTheLatestSeatedIsTheFirstKnown(t *testing.T) {
	p := People{}.Seated([]string{"a", "b"}).Seated([]string{"c", "a"})
	if want := []string{"a", "c", "b"}; !slices.Equal(p.Known, want) {
		t.Errorf("known %v, want %v", p.Known, want)
	}
}

func TestWhoHasBegunLeastBeginsFairly(t *testing.T) {
	p := People{}
	for _, tt := range []struct {
		began string
		want  []int
	}{{"", nil}, {"a", []int{2, 3}}, {"b", []int{3}}, {"c", nil}, {"c", []int{1, 2}}} {
		if tt.began != "" {
			p = p.Began(tt.began)
		}
		if got := p.Fairest([]string{"a", "b", "c"}); !slices.Equal(got, tt.want) {
			t.Errorf("after %q: %v, want %v", tt.began, got, tt.want)
		}
	}
}

func TestARenamedPlayerTakesAllAlong(t *testing.T) {
	p := People{}.Seated([]string{"a", "b"}).Began("a").Began("a").Began("b").WithName("a", false).Renamed("a", "b")
	if !slices.Equal(p.Known, []string{"b"}) || !maps.Equal(p.Firsts, map[string]int{"b": 3}) || p.Named("b") || !p.Named("a") {
		t.Errorf("%+v", p)
	}
	if p = p.Without("b"); p.Knows("b") || !p.Named("b") {
		t.Errorf("%+v", p)
	}
}

// An older value stays what it was, whatever becomes of it.
func TestPeopleNeverChange(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "b", "c"})
	rapid.Check(t, func(t *rapid.T) {
		p := People{}
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			before := People{slices.Clone(p.Known), maps.Clone(p.Firsts), slices.Clone(p.Unnamed), maps.Clone(p.Looks), maps.Clone(p.Same)}
			next, a, b := p, name.Draw(t, "a"), name.Draw(t, "b")
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0:
				next = p.Seated([]string{a})
			case 1:
				next = p.Began(a)
			case 2:
				next = p.Renamed(a, b)
			case 3:
				next = p.WithName(a, rapid.Bool().Draw(t, "named"))
			case 4:
				next = p.Without(a)
			case 5:
				next = p.WithLook(a, Look{rapid.IntRange(0, 12).Draw(t, "colour"), 1})
			case 6:
				next = p.Merged(a, b)
			case 7:
				next = p.Parted(a)
			}
			if !reflect.DeepEqual(p, before) {
				t.Fatalf("%+v became %+v", before, p)
			}
			if len(slices.Compact(slices.Sorted(slices.Values(next.Known)))) != len(next.Known) {
				t.Fatalf("known twice: %v", next.Known)
			}
			p = next
		}
	})
}
