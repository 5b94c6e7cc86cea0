/* Commands of the companion, and the greeting and heartbeat sent to it. */
#include "panel.h"

#include <avr/pgmspace.h>
#include <stddef.h>
#include <string.h>

uint16_t silence;

static bool hello = true; /* the greeting is due */
static bool beat;
static uint16_t since; /* milliseconds since the last heartbeat */

static const char states[STATES][8] PROGMEM = {"none", "waiting", "deck", "active", "passed", "ready", "alarm", "gone"};
static const char colours[COLOURS][10] PROGMEM = {"none", "red", "blue", "green", "yellow", "purple", "turquoise", "orange", "grey", "pink", "brown", "lime", "indigo"};
static const char lamps[3][6] PROGMEM = {"off", "on", "blink"};
static const char motors[3][5] PROGMEM = {"", "buzz", "roll"};

/* number parses 0 to 255 without leading zeros. It returns -1 for other text. */
static int16_t number(const char *s)
{
	int16_t n = 0;
	if (!s || !*s || (*s == '0' && s[1]))
		return -1;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return -1;
		n = (int16_t)(n * 10 + *s - '0');
		if (n > 255)
			return -1;
	}
	return n;
}

/* named returns the index of a word in a table of words, or -1. */
static int8_t named(const char *word, const char *table, uint8_t rows, uint8_t size)
{
	if (!word || !*word)
		return -1;
	for (uint8_t i = 0; i < rows; i++)
		if (!strcmp_P(word, table + i * size))
			return (int8_t)i;
	return -1;
}

/* cut ends a word at its blank, and returns the next word, or NULL. */
static char *cut(char *word)
{
	char *blank = word ? strchr(word, ' ') : NULL;
	if (!blank)
		return NULL;
	*blank = 0;
	return blank + 1;
}

/* seat returns the index of a seat from its number, or SEATS for no seat. */
static uint8_t seat(int16_t n) { return n >= 1 && n <= SEATS ? (uint8_t)(n - 1) : SEATS; }

/* tell executes a command with one argument. It returns false for an unknown command. */
static bool tell(char verb, const char *first, bool checked)
{
	int16_t n = number(first);
	int8_t m;
	switch (verb) {
	case 'T':
		if (n < 0 || n > 99)
			return false;
		light_turn((uint8_t)n);
		return true;
	case 'A':
		if (n < 0 || !checked)
			return false;
		report_heard((uint8_t)n);
		return true;
	case 'M':
		m = named(first, motors[0], 3, sizeof motors[0]);
		if (m > 0)
			motor_start((enum motor)m);
		return m > 0;
	}
	return false;
}

/* set executes a command that sets a lamp, a state or a colour of a seat. It returns false for an
 * unknown command. */
static bool set(char verb, const char *first, const char *second, bool checked)
{
	uint8_t place = seat(number(first));
	int8_t lamp = named(second, lamps[0], 3, sizeof lamps[0]);
	int8_t state = named(second, states[0], STATES, sizeof states[0]);
	int8_t colour = named(second, colours[0], COLOURS, sizeof colours[0]);
	if (place == SEATS)
		return false;
	if (verb == 'L' && lamp >= 0)
		light_lamp(place, (enum lamp)lamp);
	else if (verb == 'S' && state >= 0 && checked)
		light_state(place, (enum state)state);
	else if (verb == 'C' && colour >= 0 && checked)
		light_colour(place, (uint8_t)colour);
	else
		return false;
	return true;
}

/* plain executes a command without arguments. It returns false for an unknown command. */
static bool plain(char verb)
{
	if (verb == '?')
		hello = true;
	else if (verb == 'X') {
		light_dark();
		motor_stop();
	} else
		return false;
	return true;
}

/* companion_said executes a line. It ignores lines outside the protocol. */
void companion_said(char *line, bool checked)
{
	char *first = cut(line), *second = cut(first);
	if (strlen(line) != 1 || cut(second))
		return;
	bool known = second ? set(*line, first, second, checked) : first ? tell(*line, first, checked) : plain(*line);
	if (known)
		silence = 0;
}

void companion_tick(void)
{
	silence += silence < ALONE_MS;
	if (silence >= ALONE_MS)
		motor_stop();
	if (++since >= BEAT_MS) {
		since = 0;
		beat = true;
	}
}

/* say_beat sends the numbers of reports, the seat whose turn it is, the lamps and the
 * states. */
static void say_beat(void)
{
	line_word(PSTR("B "));
	report_numbers();
	line_char(' ');
	line_number(shown.turn);
	line_char(' ');
	for (uint8_t i = 0; i < SEATS; i++)
		line_char((char)pgm_read_byte(&PSTR(".1b")[shown.lamp[i]]));
	line_char(' ');
	for (uint8_t i = 0; i < SEATS; i++)
		line_char((char)pgm_read_byte(&PSTR(".wdaprxg")[shown.state[i]]));
	line_end();
}

void companion_say(void)
{
	if (uart_room() < LONGEST)
		return;
	if (hello) {
		for (const char *p = PSTR("HELLO tabletop 1\n"); pgm_read_byte(p); p++)
			uart_put((char)pgm_read_byte(p));
		report_wait();
	}
	if (hello || beat)
		say_beat();
	hello = beat = false;
}
