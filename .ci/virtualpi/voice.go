package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Sound is that of the kernel's own sound card for tests, snd-aloop: sound played to it can be
// recorded from it. It plays at the real pace, to the precision of the kernel's timer.
const (
	soundRate  = 48000                 // frames per second of the recording
	soundStep  = 4 * time.Millisecond  // step of the card's position, a tick of the kernel's timer
	soundChunk = 4 * soundRate / 1000  // bytes that are silent or not: a millisecond
	mostCut    = 50 * time.Millisecond // time after a cut in which the sound must end
	cuts       = 7
)

// voiceScript lets the unit speak, as a client of its socket, while the card is recorded. It is a Perl
// program. For each sentence it prints positions in frames of the recording: of the request, of the
// first sound, of the cut and of the end of the sound; and the loudest sample of its first second. The
// first sentence isn't cut. The position of the card is read just before the request or the cut.
const voiceScript = `
	use IO::Socket::UNIX;
	$| = 1;
	my $socket = IO::Socket::UNIX->new("/run/companion-voice.sock") or die "socket: $!";
	sub answers {
		my $want = shift;
		my $got = <$socket>;
		$got eq "$want\n" or die "the answer is $got, want $want";
	}
	sub position {
		open my $f, "<", glob "/proc/asound/Loopback/pcm1c/sub0/status" or die $!;
		local $/;
		<$f> =~ /hw_ptr\s*:\s*(\d+)/ or die "nothing is recorded";
		return $1;
	}
	sub pause { select undef, undef, undef, shift }
	answers("card yes");
	my $text = "say ru Красная, зелёная, синяя мышь и двадцать одно очко\n";
	for (1 .. 9) { # on a busy host the program starts too slowly, and a known fault isn't sent again
		print $socket $text;
		my $began = 0;
		eval {
			local $SIG{ALRM} = sub { die };
			alarm 30;
			while ($_ = <$socket>) {
				$began ||= $_ eq "began\n";
				last if $_ eq "spoke\n";
			}
			alarm 0;
		};
		last if $began;
	}
	pause(3);
	my @all;
	for my $i (0 .. %[1]d) {
		my $asked = position();
		print $socket $text;
		answers("began");
		my $cut = 0;
		if ($i) {
			pause(1.5);
			$cut = position();
			print $socket "cut\n";
		} else {
			answers("spoke");
		}
		pause(4);
		push @all, [$asked, $cut, position()];
	}
	pause(1);
	system "pkill -INT arecord; while pgrep -x arecord >/dev/null; do sleep 0.1; done";
	open my $f, "<:raw", "/run/recorded" or die $!;
	for my $s (@all) {
		my ($asked, $cut, $end) = @$s;
		seek $f, 4 * $asked, 0;
		read $f, my $sound, 4 * ($end - $asked);
		my $first = $sound =~ /[^\0]/ ? $asked + int($-[0] / 4) : 0;
		my $length = length $sound;
		$length -= %[2]d while $length > 0 and substr($sound, $length - %[2]d, %[2]d) !~ /[^\0]/;
		my $peak = 0;
		for (unpack "(s<x2)48000", substr $sound, 4 * ($first - $asked), 192000) { $peak = $_ if $_ > $peak }
		print "$asked $first $cut ", $asked + int($length / 4), " $peak\n";
	}
`

// leastPeak is the least loudness of speech, of 32767.
const leastPeak = 2000

// sentence holds the positions of a sentence in the recording, in frames, and its loudest sample.
type sentence struct{ asked, first, cut, last, peak int }

// toTime converts frames to a time.
func toTime(frames int) time.Duration {
	return (time.Duration(frames) * time.Second / soundRate).Round(time.Millisecond)
}

// speaks tests the unit of the voice with the programs of Debian: its sound is recorded from the
// sound card, is not silent, and ends after a cut. The daemon is stopped, since the newest client
// replaces the one before.
func (e *Evening) speaks() error {
	err := e.do(
		"systemctl stop companiond.service",
		"time espeak-ng -v ru --stdout Мышь | wc -c", // from now on its files are in memory
		"modprobe snd-aloop pcm_substreams=1; udevadm settle; cat /proc/asound/cards",
		"systemctl start companion-voice.socket",
		`! setpriv --reuid nobody --clear-groups perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new("/run/companion-voice.sock") or exit 1'`,
		`setsid arecord -q -D hw:Loopback,1,0 -f S16_LE -c 2 -r 48000 --buffer-time=2000000 -t raw /run/recorded >/run/recorded.errors 2>&1 &
		for _ in $(seq 100); do [ -s /run/recorded ] && exit; sleep 0.2; done; cat /run/recorded.errors; exit 1`)
	if err != nil {
		return wrap(err, "a sound card")
	}
	output, err := e.sh("perl - <<'END'\n" + fmt.Sprintf(voiceScript, cuts, soundChunk) + "END\ncat /run/recorded.errors")
	if err != nil {
		log, _ := e.sh("journalctl -b --no-pager -u companion-voice.service | tail -20; ls -l /dev/snd; cat /run/recorded.errors")
		return fmt.Errorf("%w\n%s", err, log)
	}
	if err := checkSound(output); err != nil {
		return err
	}
	output, err = e.sh(`systemd-analyze security --no-pager companion-voice.service 2>/dev/null | tail -1
		systemctl show -P MemoryPeak companion-voice.service`)
	note("%s", strings.ReplaceAll(output, "\n", "\n     "))
	return first(err, e.do("rm /run/recorded; rmmod snd-aloop || true"), e.restart())
}

// checkSound checks the sentences that the script has printed.
func checkSound(output string) error {
	var waits, ends []time.Duration
	for line := range strings.Lines(strings.TrimSpace(output)) {
		var s sentence
		if _, err := fmt.Sscan(line, &s.asked, &s.first, &s.cut, &s.last, &s.peak); err != nil {
			return fmt.Errorf("%w: %s", err, output)
		}
		waits = append(waits, toTime(s.first-s.asked))
		spoken := toTime(s.last - s.first)
		switch {
		case s.first == 0 || s.peak < leastPeak:
			return fmt.Errorf("a sentence is silent: %s", output)
		case s.cut == 0 && spoken < time.Second:
			return fmt.Errorf("the sentence is only %v long: %s", spoken, output)
		case s.cut == 0:
			note("the sound card recorded a sentence of %.1f s", spoken.Seconds())
		default:
			ends = append(ends, toTime(s.last-s.cut))
		}
	}
	if len(ends) != cuts {
		return fmt.Errorf("%d sentences were cut, want %d: %s", len(ends), cuts, output)
	}
	slices.Sort(ends)
	slices.Sort(waits)
	note("first sound after %v, silence after the cuts after %v", waits, ends)
	if median := ends[cuts/2]; median > mostCut+soundStep {
		return fmt.Errorf("half of the cuts took %v or longer, want %v and %v of the card's step at most", median, mostCut, soundStep)
	}
	return nil
}
