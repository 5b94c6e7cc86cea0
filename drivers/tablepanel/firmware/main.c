/* The loop. */
#include "panel.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

/* watchdog_off stops the watchdog. After a watchdog reset it still runs, with its shortest
 * period: datasheet, section 11.9.2. This runs first, before memory is initialized. */
void watchdog_off(void) __attribute__((naked, used, section(".init3")));
void watchdog_off(void)
{
	MCUSR = 0;
	wdt_disable();
}

static volatile uint8_t ticks;

ISR(TIMER2_COMPA_vect) { ticks++; }

/* clock_begin starts Timer 2 at 16 MHz / 64 / 250, one interrupt per millisecond. */
static void clock_begin(void)
{
	OCR2A = 249;
	TCCR2A = _BV(WGM21);
	TCCR2B = _BV(CS22);
	TIMSK2 = _BV(OCIE2A);
}

static void tick(void)
{
	companion_tick();
	motor_tick();
	keys_tick();
	tray_tick();
	report_tick();
	light_tick();
	PORTB = silence < ALONE_MS ? PORTB | _BV(PB5) : PORTB & (uint8_t)~_BV(PB5);
}

/* nap waits for an interrupt, unless the clock has ticked since the loop began. */
static void nap(uint8_t seen)
{
	cli();
	if (seen == ticks)
		sleep_enable();
	sei();
	sleep_cpu(); /* no interrupt occurs between sei and this */
	sleep_disable();
}

int main(void)
{
	DDRB |= _BV(PB5);
	motor_begin();
	light_begin();
	keys_begin();
	report_begin();
	uart_begin();
	clock_begin();
	wdt_enable(WDTO_250MS);
	sei();
	for (uint8_t seen = ticks;;) {
		wdt_reset();
		line_hear();
		for (; seen != ticks; seen++)
			tick();
		light_send();
		companion_say();
		report_say();
		nap(seen);
	}
}
