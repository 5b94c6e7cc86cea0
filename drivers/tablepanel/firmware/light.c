/* Lights: a chain of eight WS2812 at D10, one a seat.
 *
 * A state has a colour and a pattern of its own, so that nothing depends on seeing
 * colour: sixteen steps of 125 ms, the lowest bit first. What changes begins its
 * pattern anew, lit if it ever is. No part of a light is brighter than 64 of 255:
 * eight of them take less than 130 mA, which USB has to spare.
 */
#include "panel.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>

struct look {
	uint8_t green, red, blue; /* in the order of the wire */
	uint16_t steps;
};

static const struct look looks[STATES] PROGMEM = {
	[NONE] = {0, 0, 0, 0x0000},
	[WAITING] = {0, 0, 8, 0xFFFF},	/* faint blue */
	[DECK] = {24, 48, 0, 0x00FF},	/* amber, a second on, a second off */
	[ACTIVE] = {64, 0, 0, 0xFFFF},	/* bright green */
	[PASSED] = {0, 24, 24, 0x0001}, /* a violet wink */
	[READY] = {24, 24, 24, 0x0005}, /* two white winks */
	[ALARM] = {0, 64, 0, 0x5555},	/* red, four flashes a second */
	[GONE] = {0, 0, 0, 0x0000},
};

static const struct look lamp = {32, 32, 32, 0xFFFF};	/* a lamp that is on, where no state is told */
static const struct look lonely = {4, 4, 4, 0x0001};	/* a wink that walks round an orphaned table */
enum { BLINKING = 0x3333 };

struct run {
	uint8_t step, ms;
};

struct shown shown;
static struct run runs[SEATS], round; /* how far each pattern has come */
static uint8_t frame[SEATS + 1][3];   /* one more: a byte beyond the last is read, not sent */
static uint8_t sent;		      /* milliseconds since, 255 at most */
static bool due = true;

void light_begin(void) { DDRB |= _BV(PB2); }

void light_lamp(uint8_t seat, enum lamp l)
{
	if (shown.lamp[seat] != l)
		runs[seat] = (struct run){0};
	shown.lamp[seat] = l;
}

void light_state(uint8_t seat, enum state s)
{
	if (shown.state[seat] != s)
		runs[seat] = (struct run){0};
	shown.state[seat] = s;
}

void light_turn(uint8_t seat)
{
	if (shown.turn != seat && seat && seat <= SEATS)
		runs[seat - 1] = (struct run){0};
	shown.turn = seat;
}

void light_dark(void) { shown = (struct shown){0}; }

/* look is what a seat's light does: what its state says, else whose turn it is, else
 * its lamp. A lamp that blinks makes an active seat blink: its player hasn't noticed. */
static struct look look(uint8_t seat)
{
	uint8_t s = shown.state[seat];
	struct look l;
	if (s == NONE && shown.turn == seat + 1)
		s = ACTIVE;
	if (s == NONE)
		l = shown.lamp[seat] ? lamp : (struct look){0};
	else
		memcpy_P(&l, &looks[s], sizeof l);
	if (shown.lamp[seat] == BLINK && (s == NONE || s == ACTIVE))
		l.steps = BLINKING;
	return l;
}

/* paint puts a seat's light into the frame. */
static void paint(uint8_t seat)
{
	struct look l = look(seat);
	uint8_t step = runs[seat].step;
	if (silence >= ALONE_MS) {
		l = lonely;
		step = round.step - 2 * seat;
	}
	bool lit = (l.steps >> (step & 15)) & 1;
	const uint8_t want[3] = {lit ? l.green : 0, lit ? l.red : 0, lit ? l.blue : 0};
	for (uint8_t i = 0; i < 3; i++) {
		due |= frame[seat][i] != want[i];
		frame[seat][i] = want[i];
	}
}

/* go_on moves a pattern on by a millisecond. */
static void go_on(struct run *r)
{
	if (++r->ms == STEP_MS) {
		r->ms = 0;
		r->step++;
	}
}

void light_tick(void)
{
	sent += sent < 255;
	go_on(&round);
	for (uint8_t seat = 0; seat < SEATS; seat++) {
		go_on(&runs[seat]);
		paint(seat);
	}
	due |= sent >= FRAME_MS;
}

/* shift sends the three bytes of a light, the highest bit first, in 20 cycles of
 * 62.5 ns a bit, 21 the last of a byte. WS2812B, "Data transfer time": high for
 * 0.4 µs ± 150 ns is a 0, here 5 cycles; for 0.8 µs a 1, here 12; then low for 0.85
 * or 0.45 µs. */
static inline void shift(const uint8_t *bytes, uint8_t high, uint8_t low)
{
	uint8_t byte = *bytes++, bits = 8, left = 3;
	__asm__ volatile("1: out %[port], %[high]\n" /* 0: up */
			 "   rjmp .+0\n"	     /* 1, 2 */
			 "   nop\n"		     /* 3 */
			 "   sbrs %[byte], 7\n"	     /* 4, and 5 for a 1 */
			 "   out %[port], %[low]\n"  /* 5: down for a 0 */
			 "   lsl %[byte]\n"	     /* 6 */
			 "   rjmp .+0\n"	     /* 7, 8 */
			 "   rjmp .+0\n"	     /* 9, 10 */
			 "   dec %[bits]\n"	     /* 11 */
			 "   out %[port], %[low]\n"  /* 12: down for a 1 */
			 "   breq 2f\n"		     /* 13, and 14 for the last */
			 "   rjmp .+0\n"	     /* 14, 15 */
			 "   rjmp .+0\n"	     /* 16, 17 */
			 "   rjmp 1b\n"		     /* 18, 19 */
			 "2: ld %[byte], %a[bytes]+\n" /* 15, 16 */
			 "   ldi %[bits], 8\n"	     /* 17 */
			 "   dec %[left]\n"	     /* 18 */
			 "   brne 1b\n"		     /* 19, 20 */
			 : [byte] "+r"(byte), [bits] "+d"(bits), [left] "+r"(left), [bytes] "+e"(bytes)
			 : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low)
			 : "memory");
}

/* light_send sends the frame if it is due. It takes 250 µs without an interrupt, in
 * which three bytes may come and the chip keeps but two; so a byte that has come is
 * taken between two lights. That pause is far below the 50 µs that end a frame. */
void light_send(void)
{
	if (!due || sent < 2) /* a frame ends by 280 µs of silence */
		return;
	due = false;
	sent = 0;
	uint8_t sreg = SREG;
	cli();
	uint8_t low = PORTB & (uint8_t)~_BV(PB2), high = low | _BV(PB2);
	for (uint8_t seat = 0; seat < SEATS; seat++) {
		shift(frame[seat], high, low);
		uart_poll();
	}
	SREG = sreg;
}
