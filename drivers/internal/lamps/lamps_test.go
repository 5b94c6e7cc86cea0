package lamps

import (
	"slices"
	"strings"
	"testing"
)

// corners are where on the wire the landmarks lie: the first lamp, the last of the
// first row, the first of the second row, the last lamp.
var corners = [4]int{0, 7, 8, 63}

func TestALayoutIsFollowedAlongTheWire(t *testing.T) {
	type place struct{ x, y int }
	for _, c := range []struct {
		layout Layout
		shows  [4]place // the lamp of the picture at each landmark
	}{
		{Layout{}, [4]place{{0, 0}, {7, 0}, {0, 1}, {7, 7}}},
		{Layout{Origin: "top-left"}, [4]place{{0, 0}, {7, 0}, {0, 1}, {7, 7}}},
		{Layout{Origin: "top-right"}, [4]place{{7, 0}, {0, 0}, {7, 1}, {0, 7}}},
		{Layout{Origin: "bottom-left"}, [4]place{{0, 7}, {7, 7}, {0, 6}, {7, 0}}},
		{Layout{Origin: "bottom-right"}, [4]place{{7, 7}, {0, 7}, {7, 6}, {0, 0}}},
		{Layout{Serpentine: true}, [4]place{{0, 0}, {7, 0}, {7, 1}, {0, 7}}},
		{Layout{Origin: "bottom-right", Serpentine: true}, [4]place{{7, 7}, {0, 7}, {0, 6}, {7, 0}}},
		{Layout{Rotation: 90}, [4]place{{0, 7}, {0, 0}, {1, 7}, {7, 0}}},
		{Layout{Rotation: 180}, [4]place{{7, 7}, {0, 7}, {7, 6}, {0, 0}}},
		{Layout{Rotation: 270}, [4]place{{7, 0}, {7, 7}, {6, 0}, {0, 7}}},
		{Layout{Origin: "top-right", Serpentine: true, Rotation: 90}, [4]place{{0, 0}, {0, 7}, {1, 7}, {7, 0}}},
		{Mounted(180, true), [4]place{{0, 7}, {7, 7}, {0, 6}, {7, 0}}},
	} {
		order, err := c.layout.Order()
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.shows {
			got := place{int(order[corners[i]]) % Side, int(order[corners[i]]) / Side}
			if got != want {
				t.Errorf("%+v: lamp %d shows %v, want %v", c.layout, corners[i], got, want)
			}
		}
	}
}

func TestEveryLayoutShowsEveryLampOnce(t *testing.T) {
	for _, origin := range []string{"top-left", "top-right", "bottom-left", "bottom-right"} {
		for rotation := 0; rotation < 360; rotation += 90 {
			for _, serpentine := range []bool{false, true} {
				l := Layout{Origin: origin, Rotation: rotation, Serpentine: serpentine}
				order, err := l.Order()
				if err != nil {
					t.Fatal(err)
				}
				sorted := slices.Sorted(slices.Values(order[:]))
				for i, lamp := range sorted {
					if int(lamp) != i {
						t.Fatalf("%+v: lamp %d is shown never or twice", l, i)
					}
				}
			}
		}
	}
}

func TestALayoutThatIsNoneIsRefused(t *testing.T) {
	for _, c := range []struct {
		layout Layout
		want   string
	}{
		{Layout{Origin: "middle"}, `origin "middle"`},
		{Layout{Rotation: 45}, "rotation 45"},
		{Layout{Rotation: -90}, "rotation -90"},
		{Layout{Rotation: 360}, "rotation 360"},
	} {
		if _, err := c.layout.Order(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want an error about %s", c.layout, err, c.want)
		}
	}
}

func TestNoLampThatShinesGoesDarkBeforeLevel0(t *testing.T) {
	for part := range 256 {
		before := byte(0)
		for level := range 256 {
			got := dim(byte(part), byte(level))
			if (got == 0) != (part == 0 || level == 0) {
				t.Fatalf("%d at level %d gives %d", part, level, got)
			}
			if got < before {
				t.Fatalf("%d gets darker at level %d", part, level)
			}
			before = got
		}
		if int(before) != part {
			t.Errorf("%d at level 255 gives %d", part, before)
		}
	}
}

func TestColoursFollowTheWire(t *testing.T) {
	order, err := Layout{Serpentine: true}.Order()
	if err != nil {
		t.Fatal(err)
	}
	picture := make([]byte, Bytes)
	copy(picture[3*8:], []byte{255, 100, 1}) // the first lamp of the second row
	got, err := order.Colours(picture, 128)
	if err != nil {
		t.Fatal(err)
	}
	want := Colours{}
	copy(want[3*15:], []byte{128, 51, 1}) // 100·128/255 = 50.2, rounded up
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRowsShowFaintLampsLikeBrightOnes(t *testing.T) {
	order, err := Layout{}.Order()
	if err != nil {
		t.Fatal(err)
	}
	picture := make([]byte, Bytes)
	picture[0] = 255           // the first lamp, red
	picture[3*7+1] = 1         // the last of the first row, a trace of green
	picture[3*(7*8+6)+2] = 200 // the last but one of all, blue
	got, err := order.Rows(picture)
	if err != nil {
		t.Fatal(err)
	}
	if want := [Side]byte{0: 0x81, 7: 0x02}; got != want {
		t.Errorf("got %08b, want %08b", got, want)
	}
}

func TestAPictureOfAnotherSizeIsRefused(t *testing.T) {
	var order Order
	for _, n := range []int{0, 64, 191, 193, 1024} {
		if _, err := order.Colours(make([]byte, n), 255); err == nil {
			t.Errorf("Colours took %d bytes", n)
		}
		if _, err := order.Rows(make([]byte, n)); err == nil {
			t.Errorf("Rows took %d bytes", n)
		}
	}
}
