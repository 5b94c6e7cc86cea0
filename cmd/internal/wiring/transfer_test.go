package wiring

import (
	"os"
	"path/filepath"
	"testing"

	"periph.io/x/conn/v3"
	"periph.io/x/host/v3/sysfs"
)

// periph says 0 of a port that came after its start, and a driver that needs a whole
// picture in one transfer refuses that.
func TestAPortSaysHowMuchItTakesAtOnceWheneverItCame(t *testing.T) {
	parameter := filepath.Join(t.TempDir(), "bufsiz")
	for text, want := range map[string]int{"": 4096, "65536\n": 65536, "nonsense": 4096, "-1": 4096} {
		if text != "" {
			if err := os.WriteFile(parameter, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var port conn.Limits = sized{&sysfs.SPI{}, transfer(parameter)}
		if got := port.MaxTxSize(); got != want {
			t.Errorf("where the kernel says %q: %d, want %d", text, got, want)
		}
		_ = os.Remove(parameter)
	}
}
