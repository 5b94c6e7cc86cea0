/* Keys: contacts to ground at D2 to D9, with the chip's pull-ups. */
#include "panel.h"

#include <avr/io.h>
#include <util/delay.h>

static uint8_t steady[SEATS]; /* milliseconds for which a contact differs from its key's state */

uint8_t keys_closed(void) { return (uint8_t)~((PIND >> 2) | (PINB << 6)); }

void keys_begin(void)
{
	PORTD |= 0xFC;
	PORTB |= _BV(PB0) | _BV(PB1);
	_delay_us(50); /* the pull-ups need this with a long wire */
}

void keys_tick(void)
{
	uint8_t now = keys_closed();
	for (uint8_t k = 0; k < SEATS; k++) {
		uint8_t bit = (uint8_t)(1 << k), down = now & bit ? 1 : 0;
		if (!((now ^ keys_down) & bit)) {
			steady[k] = 0;
			continue;
		}
		uint8_t enough = down ? PRESS_MS : RELEASE_MS;
		steady[k] += steady[k] < enough;
		if (steady[k] < enough)
			continue;
		keys_down ^= bit; /* changes only together with its report */
		if (report_add(KEY | (uint8_t)(k << 1) | down))
			steady[k] = 0;
		else
			keys_down ^= bit;
	}
}
