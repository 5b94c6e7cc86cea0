// Prng writes the library bcryptprimitives.dll, which Go programs need on Windows and which
// Wine before 8.13 lacks. The library has no code. It forwards its only function, ProcessPrng,
// to a function of Wine with the same parameters: SystemFunction036 of advapi32 (RtlGenRandom).
//
//	go run ./.ci/windows/prng.go FILE
package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"fmt"
	"os"
)

const (
	address = 0x1000 // address of the library's only section, from the base of the image
	offset  = 0x200  // position of the section in the file in bytes
)

// Names in the library's export directory, each ended by a zero byte.
const (
	library  = "bcryptprimitives.dll\x00"
	function = "ProcessPrng\x00"
	target   = "advapi32.SystemFunction036\x00"
)

// directory is IMAGE_EXPORT_DIRECTORY, followed by the tables for the library's only function
// (Microsoft, "PE Format", section "The .edata Section").
type directory struct {
	Flags, Time, Version                           uint32
	Name, Base, Functions, Names                   uint32
	FunctionTable, NameTable, OrdinalTable         uint32
	FunctionAddress, FunctionName, FunctionOrdinal uint32
}

// exports returns the content of the section: the export directory, its tables and its names.
// The function's address lies within the section, which marks the function as forwarded.
func exports() []byte {
	texts := uint32(address + binary.Size(directory{}))
	d := directory{
		Name: texts, Base: 1, Functions: 1, Names: 1,
		FunctionTable: address + 40, NameTable: address + 44, OrdinalTable: address + 48,
		FunctionName:    texts + uint32(len(library)),
		FunctionAddress: texts + uint32(len(library+function)),
	}
	return append(encode(d), library+function+target...)
}

// image returns the content of the library's file.
func image() []byte {
	section := exports()
	header := pe.FileHeader{
		Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1,
		SizeOfOptionalHeader: uint16(binary.Size(pe.OptionalHeader64{})),
		Characteristics:      pe.IMAGE_FILE_EXECUTABLE_IMAGE | pe.IMAGE_FILE_DLL | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE,
	}
	optional := pe.OptionalHeader64{
		Magic: 0x20b, ImageBase: 0x180000000, SectionAlignment: 0x1000, FileAlignment: offset,
		MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6,
		SizeOfImage: 2 * address, SizeOfHeaders: offset, Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI,
		DllCharacteristics:  pe.IMAGE_DLLCHARACTERISTICS_NX_COMPAT,
		NumberOfRvaAndSizes: 16,
	}
	optional.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: address, Size: uint32(len(section))}
	data := pe.SectionHeader32{
		Name: [8]uint8{'.', 'e', 'd', 'a', 't', 'a'}, VirtualSize: uint32(len(section)), VirtualAddress: address,
		SizeOfRawData: offset, PointerToRawData: offset,
		Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ,
	}
	dos := make([]byte, 64) // DOS header: "MZ", and the position of the PE header at byte 60
	copy(dos, "MZ")
	dos[60] = 64
	head := bytes.Join([][]byte{dos, []byte("PE\x00\x00"), encode(header), encode(optional), encode(data)}, nil)
	return append(padded(head), padded(section)...)
}

// encode returns the bytes of a structure in little-endian order, as PE files require.
func encode(structure any) []byte {
	b, err := binary.Append(nil, binary.LittleEndian, structure)
	if err != nil {
		panic(err)
	}
	return b
}

// padded appends zeros to b up to a length of offset bytes.
func padded(b []byte) []byte { return append(b, make([]byte, offset-len(b))...) }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: prng FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], image(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "prng:", err)
		os.Exit(1)
	}
}
