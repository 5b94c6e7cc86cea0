package doctor

import (
	"path"
	"slices"
	"strings"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/voice"
)

// programFolders are the folders in which the service of the voice looks for programs: the default
// of systemd.exec(5).
var programFolders = []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// speech checks whether the box can speak: whether there is a sound card, and whether the programs
// are installed. It returns no finding if the config has no program. The programs of the default
// config are not required.
func speech(s *System) []Finding {
	c := s.Config.Voice
	if len(c.Program) == 0 {
		return nil
	}
	cards := voice.Cards(s.Files)
	if len(cards) == 0 {
		return found(s.find("voice", Absent, "", "doctor.voice.nocard"))
	}
	usual := config.Default().Voice
	for _, command := range []struct{ is, usual config.Command }{{c.Program, usual.Program}, {c.Player, usual.Player}} {
		switch name := command.is[0]; {
		case s.installed(name):
		case name == command.usual[0]:
			return found(s.find("voice", Absent, "sudo apt-get install espeak-ng alsa-utils", "doctor.voice.noprogram", name))
		default:
			return found(s.find("voice", Bad, s.edit(0), "doctor.voice.noprogram", name))
		}
	}
	device := c.Device
	if device == "" {
		device = cards[0].ID
	}
	return found(s.find("voice", OK, "", "doctor.voice", c.Program[0], device))
}

// installed reports whether a program exists.
func (s *System) installed(name string) bool {
	if strings.Contains(name, "/") {
		return s.exists(name)
	}
	return slices.ContainsFunc(programFolders, func(dir string) bool { return s.exists(path.Join(dir, name)) })
}
