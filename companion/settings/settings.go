// Package settings converts typed values to lines of text, each with a key, and back. The lines are
// the data that a box stores besides its matches. A [Table] lists all settings of a struct. For
// each setting it has the key, the type, the people who may see it, and the functions that read and
// write it.
//
//	one setting      under its own key           language = ru
//	a named setting  under key, colon and name   draft:mice = {…}
//
// Reading skips values that it can't parse. Writing yields only the lines that have changed. The
// struct belongs to the caller. Only Read changes it.
package settings

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Line is one stored setting. An empty Value deletes it.
type Line struct{ Key, Value string }

// Audience tells who may see a setting.
type Audience uint8

// Audiences. Each includes the one before it.
const (
	ThisBox   Audience = iota // only this box: in no backup, on no page
	AnyBackup                 // also backups: exported and imported
	AnyPage                   // also the web page, which shows the setting
)

// Setting describes how one field of an S is stored.
type Setting[S any] struct {
	key      string // key, which ends in a colon if a name follows
	audience Audience
	remote   bool // whether a phone may set it
	equal    func(a, b *S) bool
	read     func(s *S, name, value string)
	write    func(s *S) (byName map[string]string) // returns texts by name, without zero values
}

// One returns a setting under a key of its own. write and read convert a value to text and back.
func One[S, V any](key string, may Audience, field func(*S) *V, write func(V) string, read func(string) (V, bool)) Setting[S] {
	return Setting[S]{
		key: key, audience: may,
		equal: func(a, b *S) bool { return reflect.DeepEqual(*field(a), *field(b)) },
		read: func(s *S, _, value string) {
			if v, ok := read(value); ok {
				*field(s) = v
			}
		},
		write: func(s *S) map[string]string {
			if v := reflect.ValueOf(field(s)).Elem(); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
				return nil
			}
			return map[string]string{"": write(*field(s))}
		},
	}
}

// Text returns a setting that is stored as its own text. An empty one isn't stored.
func Text[S any, V ~string](key string, may Audience, field func(*S) *V) Setting[S] {
	return One(key, may, field, func(v V) string { return string(v) }, func(line string) (V, bool) { return V(line), line != "" })
}

// Value returns a setting that is stored as JSON.
func Value[S, V any](key string, may Audience, field func(*S) *V) Setting[S] {
	return One(key, may, field, JSON, Parsed[V])
}

// Values returns a Named setting whose values are stored as JSON.
func Values[S, V any](key string, may Audience, field func(*S) *map[string]V) Setting[S] {
	return Named(key, may, field, JSON, Parsed[V])
}

// Named returns a setting that has one value for each name, stored in a map. A change is detected
// only if the field has another map than before, not if a value in the same map has changed. So a
// caller changes a value in a copy of the map, made with [Put] or [Without].
func Named[S, V any](key string, may Audience, field func(*S) *map[string]V, write func(V) string, read func(string) (V, bool)) Setting[S] {
	return Setting[S]{
		key: key + ":", audience: may,
		equal: func(a, b *S) bool {
			return reflect.ValueOf(*field(a)).Pointer() == reflect.ValueOf(*field(b)).Pointer()
		},
		read: func(s *S, name, value string) {
			if v, ok := read(value); ok {
				*field(s) = Put(*field(s), name, v)
			}
		},
		write: func(s *S) map[string]string {
			lines := map[string]string{}
			for name, v := range *field(s) {
				lines[name] = write(v)
			}
			return lines
		},
	}
}

// Remote returns the setting with the permission for phones to set it.
func (s Setting[S]) Remote() Setting[S] {
	s.remote = true
	return s
}

// Table lists all settings of a struct S.
type Table[S any] []Setting[S]

// find returns the setting of a key and the name that the key contains. ok is false for an unknown
// key.
func (t Table[S]) find(key string) (s Setting[S], name string, ok bool) {
	kind, name, named := strings.Cut(key, ":")
	if named {
		kind += ":"
	}
	i := slices.IndexFunc(t, func(s Setting[S]) bool { return s.key == kind })
	if i < 0 || named && name == "" {
		return Setting[S]{}, "", false
	}
	return t[i], name, true
}

// Private reports whether a key belongs to a setting for ThisBox.
func (t Table[S]) Private(key string) bool {
	s, _, ok := t.find(key)
	return ok && s.audience == ThisBox
}

// Remote reports whether phones may set the setting of a key.
func (t Table[S]) Remote(key string) bool {
	s, _, ok := t.find(key)
	return ok && s.remote
}

// Read sets the fields of s from lines. It returns the lines with unknown keys by key, or nil if
// there are none.
func (t Table[S]) Read(s *S, lines []Line) (unknown map[string]string) {
	for _, line := range lines {
		if is, name, ok := t.find(line.Key); ok {
			is.read(s, name, line.Value)
			continue
		}
		unknown = Put(unknown, line.Key, line.Value)
	}
	return unknown
}

// Changes returns the lines in which s differs from before: in the order of the table, and by name
// within a setting.
func (t Table[S]) Changes(before, s *S) (lines []Line) {
	for _, is := range t {
		if !is.equal(before, s) {
			lines = append(lines, Diff(is.key, is.write(before), is.write(s))...)
		}
	}
	return lines
}

// Diff returns the lines in which two sets of values under a key differ: changed values by name,
// then removed ones by name. The line of a removed value is empty.
func Diff(key string, before, after map[string]string) (lines []Line) {
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if old, ok := before[name]; !ok || old != after[name] {
			lines = append(lines, Line{key + name, after[name]})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[name]; !ok {
			lines = append(lines, Line{key + name, ""})
		}
	}
	return lines
}

// Put returns a copy of a map in which name has value.
func Put[V any](all map[string]V, name string, value V) map[string]V {
	all = maps.Clone(all)
	if all == nil {
		all = map[string]V{}
	}
	all[name] = value
	return all
}

// Without returns a copy of a map without name.
func Without[V any](all map[string]V, name string) map[string]V {
	all = maps.Clone(all)
	delete(all, name)
	return all
}

// JSON returns v as JSON. V must be a type whose encoding can't fail: strings, numbers, booleans,
// and lists and maps of them.
func JSON[V any](v V) string {
	line, _ := json.Marshal(v)
	return string(line)
}

// Parsed parses the text of JSON. ok is false if it isn't JSON for a V.
func Parsed[V any](line string) (v V, ok bool) {
	return v, json.Unmarshal([]byte(line), &v) == nil
}
