/* Lines: sent word by word, executed when complete. */
#include "panel.h"

#include <avr/pgmspace.h>
#include <string.h>

static uint8_t said; /* the check of the line that is being sent */

void line_char(char c)
{
	said = check(said, c);
	uart_put(c);
}

void line_word(const char *p)
{
	for (char c; (c = (char)pgm_read_byte(p)); p++)
		line_char(c);
}

void line_number(uint8_t n)
{
	if (n >= 100)
		line_char((char)('0' + n / 100));
	if (n >= 10)
		line_char((char)('0' + n / 10 % 10));
	line_char((char)('0' + n % 10));
}

static char hex(uint8_t digit) { return (char)(digit < 10 ? '0' + digit : 'a' + digit - 10); }

void line_end(void)
{
	uint8_t sum = said;
	uart_put('*');
	uart_put(hex(sum >> 4));
	uart_put(hex(sum & 15));
	uart_put('\n');
	said = 0;
}

/* obey removes the check from the end of a line and executes the line. It ignores a line
 * with a wrong check. */
static void obey(char *line)
{
	char *star = strchr(line, '*');
	if (star) {
		uint8_t sum = 0;
		for (const char *c = line; c < star; c++)
			sum = check(sum, *c);
		if (strlen(star) != 3 || star[1] != hex(sum >> 4) || star[2] != hex(sum & 15))
			return;
		*star = 0;
	}
	companion_said(line, star);
}

void line_hear(void)
{
	static char line[LONGEST + 1];
	static uint8_t length; /* LONGEST + 1 if the line is too long */
	for (char c; uart_take(&c);) {
		if (c != '\n' && length < sizeof line)
			line[length] = c;
		if (c != '\n') {
			length += length <= LONGEST;
			continue;
		}
		uint8_t n = length;
		length = 0;
		if (n > LONGEST)
			continue;
		n -= n && line[n - 1] == '\r';
		line[n] = 0;
		if (n && strlen(line) == n)
			obey(line);
	}
}
