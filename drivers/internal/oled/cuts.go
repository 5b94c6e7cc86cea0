package oled

// mostCuts is how many segments a picture is cut into at most. Two runs on each
// page, one in each half, make 34. With 24 the companion's menus cost two bytes in a
// thousand more; with 40 they cost nothing less, but noise does.
const mostCuts = 34

// segment is the columns from one cut to the next, in one of the halves.
type segment struct {
	half    int
	columns uint64
}

// cut cuts a picture wherever a run of changes begins on some page, and where after
// the end of one the next change is. If that is too often, gaps of one column are
// taken for changes, then gaps of two, and so on.
func cut(into []segment, changed [Pages]row) []segment {
	var any row
	for _, r := range changed {
		any = any.or(r)
	}
	for gap := 1; ; gap++ {
		cuts := row{edges(&changed, 0, any[0]), edges(&changed, 1, any[1])}
		if cuts.count() <= mostCuts {
			return segments(into, cuts)
		}
		for page, r := range changed {
			changed[page] = row{closed(r[0], gap), closed(r[1], gap)}
		}
	}
}

// edges are the columns of a half where a segment should begin. The first one always
// is.
func edges(changed *[Pages]row, half int, any uint64) uint64 {
	var start, end uint64
	for page := range changed {
		w := changed[page][half]
		start |= starts(w)
		end |= ends(w)
	}
	none := ^any
	carried := none + end&none // past the columns in which nothing changed
	return 1 | start | (end|carried)&any
}

// segments lists those that begin at some columns.
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
