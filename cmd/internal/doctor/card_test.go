package doctor_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
)

// logged are lines of a kernel's log, and what they mean for the card in mmc0; "" is
// nothing.
var logged = []struct{ line, means string }{
	{"I/O error, dev mmcblk0, sector 4711 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class 2", "io"},
	{"blk_update_request: I/O error, dev mmcblk0, sector 4711 op 0x1:(WRITE) flags 0x800", "io"},
	{"print_req_error: I/O error, dev sda, sector 4711", "io"},
	{"Buffer I/O error on dev mmcblk0p2, logical block 1234, lost async page write", "io"},
	{"critical medium error, dev sda, sector 4711 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2", "io"},
	{"mmcblk0: error -5 sending status command, retrying", "io"},
	{"EXT4-fs error (device mmcblk0p2): ext4_find_entry:1463: inode #1234: comm companiond: reading directory lblock 0", "damaged"},
	{"EXT4-fs error (device sda1): ext4_lookup:1855: inode #2: comm ls: iget: checksum invalid", "damaged"},
	{"Aborting journal on device mmcblk0p2-8.", "damaged"},
	{"JBD2: Detected IO errors while flushing file data on mmcblk0p2-8", "damaged"},
	{"EXT4-fs (mmcblk0p2): Remounting filesystem read-only", "readonly"},
	{"mmc0: Got data CRC error", "garbled"},
	{"mmcblk0: error -84 transferring data, sector 4711, nr 8, cmd response 0x900, card status 0xb00", "garbled"},
	{"mmc0: Timeout waiting for hardware interrupt.", "silent"},
	{"mmc0: cqhci: timeout for tag 18", "silent"},
	{"mmc0: error -110 whilst initialising SD card", "silent"},
	{"mmcblk0: timed out sending r/w cmd command, card status 0x900", "silent"},

	{"mmc1: error -110 whilst initialising SDIO card", ""},
	{"mmc0: cannot verify signal voltage switch", ""},
	{"mmc0: SDHCI controller on fe340000.mmc [fe340000.mmc] using ADMA", ""},
	{"I/O error, dev loop0, sector 0 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2", ""},
	{"I/O error, dev sr0, sector 0 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2", ""},
	{"EXT4-fs (mmcblk0p2): re-mounted 1234 r/w. Quota mode: none.", ""},
	{"EXT4-fs (mmcblk0p2): INFO: recovery required on readonly filesystem", ""},
	{"EXT4-fs (mmcblk0p2): recovery complete", ""},
	{"EXT4-fs (mmcblk0p2): mounted filesystem ro with ordered data mode. Opts: errors=remount-ro", ""},
	{"brcmfmac: brcmf_sdio_htclk: HT Avail timeout (1000000): clkctl 0x50", ""},
}

func TestALineOfTheKernelsLogIsSaidInWords(t *testing.T) {
	for _, c := range logged {
		m := healthy(words.English)
		m.programs["dmesg"] = booted + "[  812.345678] " + c.line
		var told []doctor.Finding
		synctest.Test(t, func(*testing.T) {
			told = slices.DeleteFunc(m.Look(), func(f doctor.Finding) bool { return f.Check != "card" })
		})
		if len(told) != 1 || (told[0].State == doctor.OK) != (c.means == "") {
			t.Errorf("%s\ngives %+v", c.line, told)
		}
		if c.means != "" && !strings.Contains(told[0].Says, ": "+m.Words.Word("doctor.card."+c.means)+".") {
			t.Errorf("%s\nis said as %q, want %s", c.line, told[0].Says, c.means)
		}
	}
}
