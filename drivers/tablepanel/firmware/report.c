/* Reports: numbered 1 to 255 and round again, kept until they are acknowledged.
 *
 * They stand in memory that no start clears, so that they outlive a reset by the
 * watchdog or by the line's DTR. Each is kept with its complement: memory that has
 * lost its power doesn't pass for reports. The panel's life, a number from EEPROM,
 * changes whenever the numbers begin anew.
 */
#include "panel.h"

#include <avr/eeprom.h>
#include <avr/pgmspace.h>

static struct {
	uint8_t life;
	uint8_t heard; /* the last that was acknowledged, 0 for none of this life */
	uint8_t last;  /* the last there is */
	uint8_t down;
	uint8_t check; /* of those four */
	uint8_t what[256], not[256]; /* by number */
} kept __attribute__((section(".noinit")));

uint8_t keys_down;

static uint8_t said;	     /* the last that was said since AGAIN_MS */
static uint8_t since;	     /* milliseconds since something was acknowledged or said anew */
static bool met;	     /* the companion has acknowledged what it heard of this life */

static uint8_t lives EEMEM;

static uint8_t following(uint8_t n) { return n == 255 ? 1 : n + 1; }

/* between counts the reports after one up to another. */
static uint8_t between(uint8_t from, uint8_t to)
{
	if (from == 0)
		return to;
	return to >= from ? to - from : (uint8_t)(to + 255 - from);
}

static uint8_t sum(void)
{
	uint8_t crc = 0x5A; /* memory of nothing but zeros is wrong */
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

/* whole tells whether the memory still has what was kept there. */
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

/* A key that is held while the panel starts cold counts from when it is let go. */
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
	if (silence >= ALONE_MS && kept.heard != kept.last) { /* a press of long ago is no press */
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
