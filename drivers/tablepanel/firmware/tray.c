/* The dice tray: a vibration switch from D12 to ground, with the chip's pull-up. It
 * detects that rolled dice have come to rest. It can't read their faces. */
#include "panel.h"

#include <avr/io.h>

void tray_tick(void)
{
	static uint8_t before = _BV(PB4), changes;
	static uint16_t quiet;
	uint8_t now = PINB & _BV(PB4);
	if (motor_felt()) {
		changes = 0;
		before = now;
		return;
	}
	quiet += quiet < REST_MS;
	if (now != before) {
		before = now;
		changes += changes < 255;
		quiet = 0;
	}
	if (changes == 0 || quiet < REST_MS)
		return;
	if (changes < RATTLE || report_add(DIE))
		changes = 0;
}
