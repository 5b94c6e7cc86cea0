package oled

// maxCuts is the maximum number of segments in a picture. A picture with two runs on each page,
// one in each half, has at most 34 segments. With a maximum of 24 the companion's menus cost
// 0.2 % more bytes. With 40 they cost the same, and only noise costs less.
const maxCuts = 34

// segment is a range of columns between two cuts, within one half of the picture. columns has a
// bit set for each column of the range.
type segment struct {
	half    int
	columns uint64
}

// cut divides a picture into segments. It cuts at each column where a run of changes begins on
// some page, and at the first changed column after the end of a run. If there are more than
// maxCuts segments, it fills gaps of one column, then gaps of two, and so on.
func cut(into []segment, changed [Pages]row) []segment {
	var any row
	for _, r := range changed {
		any = any.or(r)
	}
	for gap := 1; ; gap++ {
		cuts := row{edges(&changed, 0, any[0]), edges(&changed, 1, any[1])}
		if cuts.count() <= maxCuts {
			return segments(into, cuts)
		}
		for page, r := range changed {
			changed[page] = row{closed(r[0], gap), closed(r[1], gap)}
		}
	}
}

// edges returns a bit for each column of a half at which a segment begins. A segment always
// begins at the first column of the half. The argument any has a bit set for each column with a
// change on any page.
func edges(changed *[Pages]row, half int, any uint64) uint64 {
	var start, end uint64
	for page := range changed {
		w := changed[page][half]
		start |= starts(w)
		end |= ends(w)
	}
	none := ^any
	carried := none + end&none // has the first column after each gap without changes
	return 1 | start | (end|carried)&any
}

// segments appends the segments that begin at the columns in cuts. It returns the extended
// slice.
func segments(into []segment, cuts row) []segment {
	for half, w := range cuts {
		for w != 0 {
			first := w & -w
			w &^= first
			into = append(into, segment{half, w&-w - first})
		}
	}
	return into
}
