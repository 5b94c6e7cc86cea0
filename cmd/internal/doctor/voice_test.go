package doctor_test

import (
	"testing"

	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
)

func TestTheDoctorNamesWhatSpeechLacks(t *testing.T) {
	for name, test := range map[string]struct {
		is     func(*machine)
		state  doctor.State
		en, ru string
		mend   string
	}{
		"all is there": {
			func(*machine) {}, doctor.OK,
			"Speech: espeak-ng speaks by the sound card Headphones.", "Речь: espeak-ng говорит через звуковую карту Headphones.", "",
		},
		"a device of the config": {
			func(m *machine) { m.Config.Voice.Device = "plughw:1" }, doctor.OK,
			"Speech: espeak-ng speaks by the sound card plughw:1.", "Речь: espeak-ng говорит через звуковую карту plughw:1.", "",
		},
		"no card": {
			func(m *machine) { m.remove("/sys/class/sound/pcmC0D0p") }, absent,
			"Speech: no sound card. With a loudspeaker by USB, I²S or the jack the box can speak.",
			"Речь: звуковой карты нет. С колонкой через USB, I²S или разъём для наушников прибор сможет говорить.", "",
		},
		"no program": {
			func(m *machine) { m.remove("/usr/bin/espeak-ng") }, absent,
			"Speech: espeak-ng isn't installed.", "Речь: программа espeak-ng не установлена.", "sudo apt-get install espeak-ng alsa-utils",
		},
		"no player": {
			func(m *machine) { m.remove("/usr/bin/aplay") }, absent,
			"Speech: aplay isn't installed.", "Речь: программа aplay не установлена.", "sudo apt-get install espeak-ng alsa-utils",
		},
		"another program, which isn't there": {
			func(m *machine) { m.Config.Voice.Program = []string{"/opt/piper/piper", "-f", "-"} }, bad,
			"Speech: /opt/piper/piper isn't installed.", "Речь: программа /opt/piper/piper не установлена.", "nano /home/pi/.local/state/companion/companion.toml",
		},
		"another program": {
			func(m *machine) {
				m.Config.Voice.Program = []string{"/opt/piper/piper", "-f", "-"}
				m.write("/opt/piper/piper", "")
			}, doctor.OK,
			"Speech: /opt/piper/piper speaks by the sound card Headphones.", "Речь: /opt/piper/piper говорит через звуковую карту Headphones.", "",
		},
		"speech isn't wanted": {func(m *machine) { m.Config.Voice.Program = nil }, "", "", "", ""},
	} {
		for lang, says := range map[words.Lang]string{words.English: test.en, words.Russian: test.ru} {
			m := healthy(lang)
			test.is(m)
			var want []doctor.Finding
			if test.state != "" {
				want = []doctor.Finding{{Check: "voice", State: test.state, Says: says, Mend: test.mend}}
			}
			var got []doctor.Finding
			for _, f := range m.Look() {
				if f.Check == "voice" {
					got = append(got, f)
				}
			}
			t.Run(name, func(t *testing.T) { same(t, got, want) })
		}
	}
}
