package screen

import (
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
)

// bars draws a race: one bar for each seat in the colour of the seat. The top of the leader's bar
// is white, and so is the foot of the bar of the seat on turn.
func bars(l *pixel.Lamps, w *panel.Lamps) {
	n := 0
	for n < len(w.Bars) && w.Bars[n].High > 0 {
		n++
	}
	wide := pixel.Side / max(n, 1)
	left := (pixel.Side - wide*n + 1) / 2
	for i, b := range w.Bars[:n] {
		for x := range max(wide-wide/3, 1) {
			for y := range int(b.High) {
				c := seatColour(w, i+1)
				if b.Leads && y == int(b.High)-1 || int(w.Seat) == i+1 && y == 0 {
					c = white
				}
				l.Set(left+wide*i+x, pixel.Side-1-y, c)
			}
		}
	}
}
