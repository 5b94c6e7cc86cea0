package update_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"tabletop/cmd/internal/update"
)

func TestAFileIsReadAsItWasWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), update.StepFile)
	var got update.Step
	if found, err := update.Read(file, &got); found || err != nil {
		t.Fatalf("a missing file: %v, %v", found, err)
	}
	want := update.Step{Name: update.StepTrial, From: "1.2.0", To: "1.3.0"}
	if err := update.Write(file, want, 0o644); err != nil {
		t.Fatal(err)
	}
	if found, err := update.Read(file, &got); !found || err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("read %+v, %v, %v, want %+v", got, found, err, want)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
}

func TestPartsThatWorkedBeforeAreMissing(t *testing.T) {
	before := update.Health{Parts: []string{"panel", "keys", "matrix"}}
	now := update.Health{Parts: []string{"keys", "printer"}}
	if got, want := before.Missing(now), []string{"panel", "matrix"}; !slices.Equal(got, want) {
		t.Errorf("missing %v, want %v", got, want)
	}
}
