package companion

import (
	"strconv"
	"time"

	"tabletop/companion/panel"
)

// harePage returns the page of an idle panel when phones can't be invited: a picture of a hare.
// The hare sits, looks about now and then, and moves to another position every minute.
func harePage() page { return page{kind: panel.KindHare, fades: true, control: hareView{}} }

// hareView is the control of harePage. It draws the hare.
type hareView struct{}

// poses lists the poses of the idle hare in order, with the time for which each is shown.
var poses = []struct {
	pose int
	wait time.Duration
}{
	{1, 6 * time.Second},
	{2, 300 * time.Millisecond},
	{1, 7 * time.Second},
	{3, 500 * time.Millisecond},
	{1, 500 * time.Millisecond},
	{3, 500 * time.Millisecond},
	{1, 8 * time.Second},
	{4, time.Second},
	{5, time.Second},
	{1, 5 * time.Second},
	{6, 2 * time.Second},
}

// Number of positions in x and y, in px, for a hare of 32×32 px on the panel.
const (
	hareWide = panel.Wide - 32
	hareHigh = panel.High - 32
)

func (hareView) view(m Model) panel.View {
	at := int(m.face.shift)
	return panel.View{
		Kind: panel.KindHare, Picture: "hare/" + strconv.Itoa(poses[int(m.face.pose)%len(poses)].pose),
		Left: uint8(37 * at % hareWide), Top: uint8(17 * at % hareHigh),
	}
}

func (hareView) press(m Model, _ panel.Key) (Model, []Effect) { return m.pop(), nil }

// moveHare shows the next pose of the hare. It does nothing on a dimmed panel.
func (m Model) moveHare() (Model, []Effect) {
	if m.top().page.kind != panel.KindHare || m.face.light != panel.Bright {
		return m, nil
	}
	m.face.pose = (m.face.pose + 1) % uint8(len(poses))
	after := m.face.after(timerHare, poses[m.face.pose].wait)
	return m, []Effect{after}
}
