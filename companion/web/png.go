package web

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"

	"tabletop/companion/pixel"
)

// Constants of the PNG format (W3C PNG specification, third edition): the signature, and filter
// types of a row.
const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	filterNone   = 0
	filterUp     = 2 // every byte is the difference from the byte above
)

// encodePNG returns b as a black and white PNG with 1 bit per pixel. Every pixel of b is a square
// of scale×scale pixels. It doesn't use image/png, which would call an interface method for each of
// up to two million pixels. It packs each row once. The repetitions of the row are zeros with the
// filter Up.
func encodePNG(b pixel.Bitmap, scale int) []byte {
	var data bytes.Buffer
	// BestSpeed is a valid level, so there is no error.
	z, _ := zlib.NewWriterLevel(&data, zlib.BestSpeed)
	row, same := make([]byte, 1+pixel.Width*scale/8), make([]byte, 1+pixel.Width*scale/8)
	row[0], same[0] = filterNone, filterUp
	for y := range pixel.Height {
		pack(row[1:], b, y, scale)
		_, _ = z.Write(row) // a write to memory can't fail
		for range scale - 1 {
			_, _ = z.Write(same)
		}
	}
	_ = z.Close()
	head := binary.BigEndian.AppendUint32(nil, uint32(pixel.Width*scale))
	head = binary.BigEndian.AppendUint32(head, uint32(pixel.Height*scale))
	// 1 bit of grey, usual compression and filters, not interlaced.
	head = append(head, 1, 0, 0, 0, 0)
	return chunk(chunk(chunk([]byte(pngSignature), "IHDR", head), "IDAT", data.Bytes()), "IEND", nil)
}

// pack writes row y of b into row, with scale bits per pixel.
func pack(row []byte, b pixel.Bitmap, y, scale int) {
	clear(row)
	for x := range pixel.Width {
		if !b.At(x, y) {
			continue
		}
		for i := x * scale; i < (x+1)*scale; i++ {
			row[i/8] |= 0x80 >> (i % 8)
		}
	}
}

// chunk appends a PNG chunk: length, type, data, and the CRC of type and data.
func chunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	checked := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[checked:]))
}
