package cardtest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawn are the files of an image. A letter stands for a sector, "." for one of zeros,
// "?" for one that is of several kinds.
func drawn(i image) string {
	var files []string
	for _, name := range slices.Sorted(maps.Keys(i)) {
		files = append(files, name+":"+letters(i[name]))
	}
	return strings.Join(files, " ")
}

func letters(content []byte) (text string) {
	for part := range slices.Chunk(content, sector) {
		switch same := bytes.Count(part, part[:1]) == len(part); {
		case !same:
			text += "?"
		case part[0] == 0:
			text += "."
		default:
			text += string(part[:1])
		}
	}
	return text
}

// sectors is the content that letters tell.
func sectors(letters string) (content []byte) {
	for _, b := range []byte(letters) {
		content = append(content, bytes.Repeat([]byte{b}, sector)...)
	}
	return content
}

// after is a card with one file, "a" of two blocks, after some operations.
func after(ops ...Op) *card {
	c := newCard(map[string][]byte{"a": sectors("aaaaaaaaaaaaaaaa")}, nil)
	for n, o := range ops {
		if o.Kind == Sync {
			o.Began = n
		}
		c.apply(n, o)
	}
	return c
}

// leaves are the images that a policy leaves, by seeds.
func leaves(c *card, p Policy) (images []string) {
	for seed := range uint64(400) {
		images = append(images, drawn(c.cut(p, rand.New(rand.NewPCG(seed, 0)))))
	}
	slices.Sort(images)
	return slices.Compact(images)
}

func put(name, letters string, block int) Op {
	return Op{Kind: Write, Name: name, At: int64(block * 4096), Data: sectors(letters)}
}

var (
	first  = put("a", "bbbbbbbb", 0)
	second = put("a", "cccccccc", 1)
	third  = put("a", "dddddddd", 2)
	synced = Op{Kind: Sync, Name: "a"}
	folder = Op{Kind: Sync, Name: "."}
)

func TestWhatEachPolicyLeaves(t *testing.T) {
	for _, tt := range []struct {
		policy Policy
		ops    []Op
		want   []string
	}{
		{Nothing, []Op{first, second, third}, []string{"a:aaaaaaaaaaaaaaaa"}},
		{All, []Op{first, second, third}, []string{"a:bbbbbbbbccccccccdddddddd"}},
		{Blocks, []Op{first, second}, []string{"a:aaaaaaaaaaaaaaaa", "a:aaaaaaaacccccccc", "a:bbbbbbbbaaaaaaaa", "a:bbbbbbbbcccccccc"}},
		{Blocks, []Op{first, put("a", "ee", 0)}, []string{"a:aaaaaaaaaaaaaaaa", "a:bbbbbbbbaaaaaaaa", "a:eebbbbbbaaaaaaaa"}},
		{Blocks, []Op{third}, []string{"a:aaaaaaaaaaaaaaaa", "a:aaaaaaaaaaaaaaaa........", "a:aaaaaaaaaaaaaaaadddddddd"}},
		{Blocks, []Op{{Kind: Truncate, Name: "a", At: 4096}}, []string{"a:aaaaaaaa", "a:aaaaaaaa........", "a:aaaaaaaaaaaaaaaa"}},
		{Sectors, []Op{put("a", "ee", 0)}, []string{"a:aaaaaaaaaaaaaaaa", "a:aeaaaaaaaaaaaaaa", "a:eaaaaaaaaaaaaaaa", "a:eeaaaaaaaaaaaaaa"}},
		{Files, []Op{first, second}, []string{"a:aaaaaaaaaaaaaaaa", "a:bbbbbbbbaaaaaaaa", "a:bbbbbbbbcccccccc"}},
		{Suffix, []Op{first, second}, []string{"a:aaaaaaaacccccccc", "a:bbbbbbbbcccccccc"}},
		{Names, []Op{first, {Kind: Create, Name: "b"}}, []string{"a:aaaaaaaaaaaaaaaa", "a:aaaaaaaaaaaaaaaa b:", "a:bbbbbbbbaaaaaaaa", "a:bbbbbbbbaaaaaaaa b:"}},
		{Names, []Op{{Kind: Rename, Name: "a", To: "b"}, {Kind: Remove, Name: "b"}}, []string{"", "a:aaaaaaaaaaaaaaaa", "b:aaaaaaaaaaaaaaaa"}},
	} {
		if got := leaves(after(tt.ops...), tt.policy); !slices.Equal(got, tt.want) {
			t.Errorf("%s after %v leaves\n%q\nwant\n%q", tt.policy, tt.ops, got, tt.want)
		}
	}
}

func TestATearLeavesWhatCameBeforeAndAPartOfOneWrite(t *testing.T) {
	images := leaves(after(first, second), Torn)
	for _, want := range []string{"a:bbbbaaaaaaaaaaaa", "a:bb?aaaaaaaaaaaaa", "a:bbbbbbbbcccaaaaa", "a:bbbbbbbbc?aaaaaa"} {
		if !slices.Contains(images, want) {
			t.Errorf("a tear never leaves %s, but %q", want, images)
		}
	}
	for _, image := range images {
		if strings.Contains(strings.TrimPrefix(image, "a:"), "ab") || strings.Contains(image, "ac") || strings.Count(image, "?") > 1 {
			t.Errorf("a tear leaves %s", image)
		}
	}
}

func TestGarbageIsOnlyWhereSomethingWasWritten(t *testing.T) {
	kinds := map[string]bool{}
	for _, image := range leaves(after(first), Garbage) {
		head, ok := strings.CutSuffix(image, "aaaaaaaa")
		if !ok {
			t.Fatalf("garbage is where nothing was written: %s", image)
		}
		for kind, part := range map[string]string{"noise": "?", "zeros": ".", "ones": "\xff", "a block": "????????"} {
			kinds[kind] = kinds[kind] || strings.Contains(head, part)
		}
	}
	if want := "map[a block:true noise:true ones:true zeros:true]"; fmt.Sprint(kinds) != want {
		t.Errorf("garbage is of the kinds %v, want %s", kinds, want)
	}
}

func TestWhatASyncHasBroughtIsThereUnderEveryPolicy(t *testing.T) {
	create, wb, sb := Op{Kind: Create, Name: "b"}, put("b", "bb", 0), Op{Kind: Sync, Name: "b"}
	for _, tt := range []struct {
		ops  []Op
		want string // without what isn't synced
	}{
		{[]Op{first, synced}, "a:bbbbbbbbaaaaaaaa"},
		{[]Op{first, synced, second}, "a:bbbbbbbbaaaaaaaa"},
		{[]Op{first, folder}, "a:aaaaaaaaaaaaaaaa"},
		{[]Op{{Kind: Truncate, Name: "a", At: 512}, synced}, "a:a"},
		{[]Op{create, wb, sb}, "a:aaaaaaaaaaaaaaaa"},
		{[]Op{create, folder, wb}, "a:aaaaaaaaaaaaaaaa b:"},
		{[]Op{create, wb, sb, folder}, "a:aaaaaaaaaaaaaaaa b:bb"},
		{[]Op{create, wb, folder, sb}, "a:aaaaaaaaaaaaaaaa b:bb"},
		{[]Op{create, wb, sb, {Kind: Rename, Name: "b", To: "a"}}, "a:aaaaaaaaaaaaaaaa"},
		{[]Op{create, wb, sb, {Kind: Rename, Name: "b", To: "a"}, folder}, "a:bb"},
		{[]Op{{Kind: Remove, Name: "a"}}, "a:aaaaaaaaaaaaaaaa"},
		{[]Op{{Kind: Remove, Name: "a"}, folder}, ""},
		{[]Op{first, {Kind: Fail, Name: "a"}, second, synced}, "a:aaaaaaaaaaaaaaaa"},
		{[]Op{first, synced, {Kind: Remove, Name: "a"}, {Kind: Create, Name: "a"}, wa("e"), synced}, "a:bbbbbbbbaaaaaaaa"},
	} {
		if got := drawn(after(tt.ops...).cut(Nothing, nil)); got != tt.want {
			t.Errorf("after %v the card has %q, want %q", tt.ops, got, tt.want)
		}
		if c := after(tt.ops...); c.settled() && drawn(c.cut(All, nil)) != tt.want {
			t.Errorf("after %v all is settled, and the card has %q, want %q", tt.ops, drawn(c.cut(All, nil)), tt.want)
		}
	}
}

func wa(letters string) Op { return put("a", letters, 0) }

func TestASyncCoversWhatWasDoneBeforeItBegan(t *testing.T) {
	c := after()
	c.apply(0, first)
	c.apply(1, second)
	c.apply(2, Op{Kind: Sync, Name: "a", Began: 1})
	if got, want := drawn(c.cut(Nothing, nil)), "a:bbbbbbbbaaaaaaaa"; got != want {
		t.Errorf("the card has %q, want %q", got, want)
	}
}

func TestASyncThatIsLostBringsNothing(t *testing.T) {
	c := newCard(map[string][]byte{"a": nil}, func(op int) bool { return op == 1 })
	c.apply(0, wa("b"))
	c.apply(1, Op{Kind: Sync, Name: "a", Began: 1})
	if got := drawn(c.cut(Nothing, nil)); got != "a:" {
		t.Errorf("the card has %q, want nothing in a", got)
	}
	c.apply(2, Op{Kind: Sync, Name: "a", Began: 2})
	if got := drawn(c.cut(Nothing, nil)); got != "a:b" {
		t.Errorf("after the next sync the card has %q, want a:b", got)
	}
}

func TestNoPolicyTouchesWhatIsSynced(t *testing.T) {
	for _, p := range Policies {
		if got := leaves(after(first, synced), p); !slices.Equal(got, []string{"a:bbbbbbbbaaaaaaaa"}) {
			t.Errorf("%s leaves %q", p, got)
		}
	}
}
