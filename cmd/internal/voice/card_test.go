package voice

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

// sys is the part of /sys about a card; players is the end of the names of its devices.
func sys(files fstest.MapFS, number, id, bus, device string) {
	files["sys/class/sound/card"+number] = &fstest.MapFile{Data: []byte("../../devices/" + bus + "/sound/card" + number), Mode: fs.ModeSymlink}
	files["sys/devices/"+bus+"/sound/card"+number+"/id"] = &fstest.MapFile{Data: []byte(id + "\n")}
	files["sys/class/sound/pcmC"+number+device] = &fstest.MapFile{}
}

func TestTheBestCardIsOnUSBAndNoMonitorThatIsOff(t *testing.T) {
	files := fstest.MapFS{}
	names := func() (all []string) {
		for _, c := range Cards(files) {
			all = append(all, c.Device())
		}
		return all
	}
	check := func(want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("the cards are %q, want %q", got, want)
		}
	}
	check()
	sys(files, "0", "vc4hdmi0", "platform/soc/fef00700.hdmi", "D0p")
	sys(files, "1", "vc4hdmi1", "platform/soc/fef05700.hdmi", "D0p")
	files["sys/class/drm/card1-HDMI-A-1/status"] = &fstest.MapFile{Data: []byte("disconnected\n")}
	check()
	sys(files, "2", "Webcam", "platform/soc/usb1/1-1/1-1.1/1-1.1:1.0", "D0c") // a microphone
	check()
	sys(files, "3", "Headphones", "platform/soc/bcm2835_audio/bcm2835_audio.0", "D0p")
	check("sysdefault:CARD=Headphones")
	sys(files, "4", "Device", "platform/soc/usb1/1-1/1-1.2/1-1.2:1.0", "D0p")
	check("sysdefault:CARD=Device", "sysdefault:CARD=Headphones")
	files["sys/class/drm/card1-HDMI-A-1/status"] = &fstest.MapFile{Data: []byte("connected\n")}
	check("sysdefault:CARD=Device", "sysdefault:CARD=Headphones", "sysdefault:CARD=vc4hdmi0", "sysdefault:CARD=vc4hdmi1")
}
