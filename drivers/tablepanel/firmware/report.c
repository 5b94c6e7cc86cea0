/* Reports: numbered 1 to 255, then 1 again, and stored until they are acknowledged.
 *
 * They are in memory that a start doesn't clear, so they survive a reset by the watchdog
 * or by the line's DTR. Each report is stored with its complement, so that memory after a
 * power loss isn't taken for reports. The panel's life, a number from EEPROM, changes
 * whenever the numbers start again.
 */
#include "panel.h"

#include <avr/eeprom.h>
#include <avr/pgmspace.h>

static struct {
	uint8_t life;
	uint8_t heard; /* the last acknowledged number, 0 for none in this life */
	uint8_t last;  /* the last number */
	uint8_t down;
	uint8_t check; /* of the four fields above */
	uint8_t what[256], not[256]; /* indexed by number */
} kept __attribute__((section(".noinit")));

uint8_t keys_down;

static uint8_t said;	     /* the last number sent since AGAIN_MS */
static uint8_t since;	     /* milliseconds since the last acknowledgement or repetition */
static bool met;	     /* the companion has acknowledged a number of this life */

static uint8_t lives EEMEM;

static uint8_t following(uint8_t n) { return n == 255 ? 1 : n + 1; }

/* between returns the count of reports after from, up to and including to. */
static uint8_t between(uint8_t from, uint8_t to)
{
	if (from == 0)
		return to;
	return to >= from ? to - from : (uint8_t)(to + 255 - from);
}

static uint8_t sum(void)
{
	uint8_t crc = 0x5A; /* the sum of all zeros is then wrong */
	crc = check(crc, (char)kept.life);
	crc = check(crc, (char)kept.heard);
	crc = check(crc, (char)kept.last);
	return check(crc, (char)kept.down);
}

static void seal(void)
{
	kept.down = keys_down;
	kept.check = sum();
}

/* whole reports whether the stored reports have survived. */
static bool whole(void)
{
	if (kept.check != sum() || kept.life == 0 || between(kept.heard, kept.last) > KEPT)
		return false;
	for (uint8_t n = kept.heard; n != kept.last;) {
		n = following(n);
		if ((kept.what[n] ^ kept.not[n]) != 0xFF)
			return false;
	}
	return true;
}

/* report_begin restores the reports, or starts a new life. A key that is held during a cold
 * start counts only after its release. */
void report_begin(void)
{
	if (whole()) {
		keys_down = kept.down;
		said = kept.heard;
		return;
	}
	uint8_t before = eeprom_read_byte(&lives);
	kept.life = following(before);
	eeprom_update_byte(&lives, kept.life);
	kept.heard = kept.last = said = 0;
	keys_down = keys_closed();
	seal();
}

bool report_add(uint8_t what)
{
	if (between(kept.heard, kept.last) >= KEPT)
		return false;
	uint8_t n = following(kept.last);
	kept.what[n] = what;
	kept.not[n] = (uint8_t)~what;
	kept.last = n;
	seal();
	return true;
}

void report_heard(uint8_t upto)
{
	uint8_t news = between(kept.heard, upto);
	if ((upto == 0 && kept.heard != 0) || news > between(kept.heard, kept.last))
		return;
	met = true;
	if (news == 0)
		return;
	if (between(kept.heard, said) < news)
		said = upto;
	kept.heard = upto;
	since = 0;
	seal();
}

void report_tick(void)
{
	if (silence >= ALONE_MS && kept.heard != kept.last) { /* an old press doesn't count */
		kept.heard = said = kept.last;
		seal();
	}
	if (++since >= AGAIN_MS) {
		since = 0;
		said = kept.heard;
	}
}

static void say(uint8_t what)
{
	uint8_t which = what & 0x3F;
	switch (what & KINDS) {
	case KEY:
		line_word(PSTR("K "));
		line_number((which >> 1) + 1);
		line_word(which & 1 ? PSTR(" down") : PSTR(" up"));
		break;
	case DIE:
		line_word(PSTR("D 1 rest"));
		break;
	default:
		line_word(which == BUZZ ? PSTR("M buzz done") : PSTR("M roll done"));
	}
}

void report_say(void)
{
	uint8_t flying = between(kept.heard, said);
	if (!met || said == kept.last || flying >= FLIGHT || uart_room() < 32)
		return;
	if (flying == 0)
		since = 0;
	said = following(said);
	say(kept.what[said]);
	line_char(' ');
	line_number(said);
	line_end();
}

void report_numbers(void)
{
	line_number(kept.life);
	line_char(' ');
	line_number(kept.heard);
	line_char(' ');
	line_number(kept.last);
}

void report_wait(void)
{
	met = false;
	said = kept.heard;
}
