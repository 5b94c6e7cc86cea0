/* The motor: a transistor's gate at D11, high to run. */
#include "panel.h"

#include <avr/io.h>

static enum motor tune;
static uint16_t left; /* remaining milliseconds of the tune, */
static uint16_t deaf; /* and of the trembling */

void motor_begin(void)
{
	PORTB |= _BV(PB4); /* the tray's pull-up */
	DDRB |= _BV(PB3);
}

void motor_start(enum motor t)
{
	tune = t;
	left = t == BUZZ ? BUZZ_MS : ROLL_MS;
	deaf = left + DEAF_MS;
	PORTB |= _BV(PB3);
}

void motor_stop(void)
{
	PORTB &= (uint8_t)~_BV(PB3);
	tune = STILL;
}

void motor_tick(void)
{
	deaf -= deaf > 0;
	left -= left > 0;
	if (tune == STILL || left)
		return;
	PORTB &= (uint8_t)~_BV(PB3);
	if (report_add(MOTOR | (uint8_t)tune))
		tune = STILL;
}

bool motor_felt(void) { return deaf > 0; }
