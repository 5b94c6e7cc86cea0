package doctor

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"tabletop/cmd/internal/regdom"
)

// radioFaults holds the patterns of messages about a radio that fails as an access point. The first
// pattern that matches a line gives the meaning of that line; key is a words key without
// "doctor.hotspot.". The lines come from the driver brcmfmac and cfg80211 in the kernel, and from
// wpa_supplicant and NetworkManager.
var radioFaults = []fault{
	{"pmf", regexp.MustCompile(`set_key failed; err=-22|key setting validation failed|invalid key index \([45]\)`)},
	{"key", regexp.MustCompile(`brcmfmac: .*wsec_key error|ieee80211 phy\d+: .*wsec_key error`)},
	{"halted", regexp.MustCompile(`brcmf.*(firmware halted|[Ff]irmware has halted or crashed|bcdc_msg failed w/status -110)`)},
	{"start", regexp.MustCompile(`brcmf_cfg80211_(start|stop)_ap: .*([Ee]rror|failed)`)},
	{"slow", regexp.MustCompile(`Hotspot network creation took too long`)},
	{"rules", regexp.MustCompile(`cfg80211: failed to load regulatory\.db`)},
	{"refused", regexp.MustCompile(`brcmf_cfg80211_reg_notifier: Firmware rejected country setting`)},
}

// ownWifi checks the radio for the box's own Wi-Fi: whether it is blocked, has a country, and what the
// logs say about it. It returns no finding if the machine has no radio.
func ownWifi(s *System) (findings []Finding) {
	if len(s.glob("/sys/class/ieee80211/*")) == 0 {
		return nil
	}
	code, err := "", errors.ErrUnsupported
	if s.Country != nil {
		code, err = s.Country()
	}
	findings = s.blockedRadio()
	if err == nil && !regdom.Set(code) && s.Config.Hotspot.Country == "" {
		findings = append(findings, s.find("hotspot", Absent, "", "doctor.hotspot.nocountry"))
	}
	return append(findings, s.radioLog()...)
}

// blockedRadio reports a radio that rfkill blocks (Documentation/driver-api/rfkill.rst).
func (s *System) blockedRadio() []Finding {
	for _, kind := range s.glob("/sys/class/rfkill/*/type") {
		radio := strings.TrimSuffix(kind, "type")
		switch {
		case s.read(kind) != "wlan":
		case s.read(radio+"hard") == "1":
			return found(s.find("hotspot", Warn, "", "doctor.hotspot.switch"))
		case s.read(radio+"soft") == "1":
			return found(s.find("hotspot", Warn, "sudo nmcli radio wifi on", "doctor.hotspot.blocked"))
		}
	}
	return nil
}

// radioLog reports known faults in the logs of the kernel, wpa_supplicant and NetworkManager.
func (s *System) radioLog() []Finding {
	log := s.kernelLog()
	if log == "" {
		const show = `sudo journalctl -b | grep -E 'brcm|cfg80211|nl80211'`
		return found(s.find("hotspot", Absent, show, "doctor.hotspot.unread"))
	}
	services, _ := s.Run("journalctl", "-b", "-q", "--no-pager", "-u", "wpa_supplicant", "-u", "NetworkManager")
	count, latest := 0, ""
	for line := range strings.Lines(log + "\n" + services) {
		if key := firstFault(radioFaults, line); key != "" {
			count, latest = count+1, key
		}
	}
	if count == 0 {
		return found(s.find("hotspot", OK, "", "doctor.hotspot"))
	}
	return found(s.find("hotspot", Warn, s.mendRadio(latest), "doctor.hotspot.errors", "#doctor.hotspot."+latest, strconv.Itoa(count)))
}

// mendRadio returns the shell line against a fault of the radio, or "" if no line helps.
func (s *System) mendRadio(key string) string {
	switch own := s.Config.Hotspot; {
	case key == "rules":
		return "sudo apt-get install wireless-regdb"
	case key == "halted", key == "refused", own.Open:
		return ""
	case own.PMF != "off":
		return s.set("hotspot", "pmf", `"off"`)
	}
	return s.set("hotspot", "open", "true")
}
