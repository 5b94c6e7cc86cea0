package osfile_test

import (
	"testing"

	"tabletop/companion/store/internal/osfile"
)

func TestADriveStandsBehindASlashInAURI(t *testing.T) {
	for path, want := range map[string]string{`C:\a\b?.db`: "/C:/a/b?.db", `a\b`: "a/b"} {
		if got := osfile.URIPath(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
