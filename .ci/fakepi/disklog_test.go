package fakepi

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func TestWhatAKilledMachineLeftHalfWrittenIsNoEntry(t *testing.T) {
	data := []byte("what is written")
	whole := binary.LittleEndian.AppendUint64(nil, kindWrite)
	whole = binary.LittleEndian.AppendUint64(whole, 512)
	whole = append(binary.LittleEndian.AppendUint64(whole, uint64(len(data))), data...)
	flush := append([]byte{kindFlush}, make([]byte, 23)...)
	all := append(flush, whole...)
	log := diskLog{path: filepath.Join(t.TempDir(), "log")}
	for n := range all {
		if err := os.WriteFile(log.path, all[:n+1], 0o600); err != nil {
			t.Fatal(err)
		}
		var want []Entry
		if n+1 >= len(flush) {
			want = append(want, Entry{Flush: true})
		}
		if n+1 == len(all) {
			want = append(want, Entry{At: 512, Data: data})
		}
		if got, err := log.all(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("of %d bytes: %v, %v, want %v", n+1, got, err, want)
		}
	}
}
