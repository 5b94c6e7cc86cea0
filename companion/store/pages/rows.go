package pages

import "iter"

// Row is a sequence of bytes that parses as a row.
type Row struct {
	Page   uint32 // number of the page, from 1
	Age    int    // age of the page version: the higher the age, the younger the version
	Latest bool   // no younger version of the page can be read
	Rowid  int64  // row number, in tables with row numbers
	Keyed  bool   // the row lies in an index, or in a table without row numbers
	Values []any  // values of the columns: each is nil, an int64, a string or a []byte
}

// Rows yields the rows of all versions of all pages, the older versions first.
func (f *File) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		all := f.versions()
		youngest := map[uint32]int{}
		for _, v := range all {
			if _, count := v.cells(); count >= 0 {
				youngest[v.page] = v.age
			}
		}
		for _, v := range all {
			if !f.rowsOf(v, youngest[v.page] == v.age, yield) {
				return
			}
		}
	}
}

// rowsOf yields the rows of one version of a page. It returns false if yield does.
func (f *File) rowsOf(v version, latest bool, yield func(Row) bool) bool {
	cells, _ := v.cells()
	for _, c := range cells {
		if !c.hasPayload {
			continue
		}
		row, ok := values(f.payload(c))
		if !ok {
			continue
		}
		r := Row{
			Page: v.page, Age: v.age, Latest: latest, Rowid: c.rowid, Values: row,
			Keyed: v.kind() == leafIndex || v.kind() == interiorIndex,
		}
		if !yield(r) {
			return false
		}
	}
	return true
}

// Table returns the pages of the table with the given name. whole reports whether owned contains
// all pages of the table, because no page of its tree was unreadable. For a table that isn't
// found, owned is empty and whole is false.
func (f *File) Table(name string) (owned map[uint32]bool, whole bool) {
	owned = map[uint32]bool{}
	root, whole := f.root(name)
	if root == 0 {
		return owned, false
	}
	return owned, f.walk(root, owned, 0) && whole
}

// mostDepth is the maximum depth of a walk through a tree. It ends the walk if damaged pages
// form a cycle.
const mostDepth = 20

// walk adds the pages of a tree to owned. It reports whether all of them could be read.
func (f *File) walk(page uint32, owned map[uint32]bool, depth int) bool {
	v, ok := f.latest(page)
	if !ok || owned[page] || depth > mostDepth {
		return false
	}
	owned[page] = true
	known := f.lost[page] <= v.age && f.lost[0] <= v.age
	cells, count := v.cells()
	if !v.interior() {
		return known && len(cells) == count
	}
	whole := f.walk(v.right(), owned, depth+1) && known && len(cells) == count
	for _, c := range cells {
		whole = f.walk(c.child, owned, depth+1) && whole
	}
	return whole
}

// root returns the number of the root page of a table, or 0 if none is found. whole reports
// whether the whole schema could be read: SQLite file format, section 2.6.
func (f *File) root(name string) (page uint32, whole bool) {
	schema := map[uint32]bool{}
	whole = f.walk(1, schema, 0)
	for row := range f.Rows() {
		v := row.Values
		if !schema[row.Page] || !row.Latest || len(v) != 5 || v[0] != "table" || v[1] != name {
			continue
		}
		if root, ok := v[3].(int64); ok && root > 1 {
			page = uint32(root)
		}
	}
	return page, whole
}
