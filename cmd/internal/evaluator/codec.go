package evaluator

import (
	"encoding/binary"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// The encoding of messages. Both sides of the pipe are the same program, so the types describe
// themselves: a struct is a number whose bit i is set if field i isn't zero, followed by these
// fields. Texts, lists and maps begin with their length. Numbers are varints. Fields that aren't
// exported are left out.

// encode appends v to b.
func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return append(b, byte(btoi(v.Bool())))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		return append(b, v.String()...)
	case reflect.Pointer:
		return encode(b, v.Elem())
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		for i := range v.Len() {
			b = encode(b, v.Index(i))
		}
		return b
	case reflect.Map:
		return encodeMap(b, v)
	case reflect.Struct:
		return encodeStruct(b, v)
	}
	panic("evaluator: " + v.Type().String() + " can't be sent")
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// encodeMap appends a map from texts, in the order of its keys.
func encodeMap(b []byte, v reflect.Value) []byte {
	all := map[string]reflect.Value{}
	for i := v.MapRange(); i.Next(); {
		all[i.Key().String()] = i.Value()
	}
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		b = encode(encode(b, reflect.ValueOf(key)), all[key])
	}
	return b
}

func encodeStruct(b []byte, v reflect.Value) []byte {
	var set uint64
	for i := range v.NumField() {
		if f := v.Field(i); f.CanInterface() && !f.IsZero() {
			set |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, set)
	for i := range v.NumField() {
		if set&(1<<i) != 0 {
			b = encode(b, v.Field(i))
		}
	}
	return b
}

// decoder reads values from an encoded message. After an error it reads zeros.
type decoder struct {
	b   []byte
	err error
}

func (d *decoder) fail() {
	if d.err == nil {
		d.err, d.b = fmt.Errorf("%w: it ends too early", errFrame), nil
	}
}

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.b)
	return n * uint64(btoi(d.skip(size)))
}

func (d *decoder) signed() int64 {
	n, size := binary.Varint(d.b)
	return n * int64(btoi(d.skip(size)))
}

// skip skips the bytes of a number and reports whether there was one.
func (d *decoder) skip(size int) bool {
	if size <= 0 {
		d.fail()
		return false
	}
	d.b = d.b[size:]
	return true
}

// length reads a number of bytes or elements. Each element takes at least one byte.
func (d *decoder) length() int {
	n := d.number()
	if n > uint64(len(d.b)) {
		d.fail()
		return 0
	}
	return int(n)
}

// decode reads a value into v, which is zero.
func (d *decoder) decode(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.number() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := d.signed()
		if v.OverflowInt(n) {
			d.fail()
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := d.number()
		if v.OverflowUint(n) {
			d.fail()
		}
		v.SetUint(n)
	case reflect.String:
		n := d.length()
		v.SetString(string(d.b[:n]))
		d.b = d.b[n:]
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(v.Elem())
	case reflect.Slice:
		n := d.length()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := 0; i < n && d.err == nil; i++ {
			d.decode(v.Index(i))
		}
	case reflect.Map:
		d.decodeMap(v)
	case reflect.Struct:
		d.decodeStruct(v)
	default:
		d.err = fmt.Errorf("%w: %v can't be received", errFrame, v.Type())
	}
}

func (d *decoder) decodeMap(v reflect.Value) {
	n := d.length()
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		d.decode(key)
		d.decode(value)
		if d.err != nil {
			return
		}
		v.SetMapIndex(key, value)
	}
}

func (d *decoder) decodeStruct(v reflect.Value) {
	set := d.number()
	for i := 0; i < v.NumField() && d.err == nil; i++ {
		if f := v.Field(i); set&(1<<i) != 0 && f.CanSet() {
			d.decode(f)
		}
	}
	if set>>v.NumField() != 0 {
		d.fail()
	}
}

// unmarshal reads a whole message into the value that v points to, which is zero.
func unmarshal(b []byte, v any) error {
	d := decoder{b: b}
	d.decode(reflect.ValueOf(v).Elem())
	if d.err == nil && len(d.b) > 0 {
		d.err = fmt.Errorf("%w: %d bytes more", errFrame, len(d.b))
	}
	return d.err
}
