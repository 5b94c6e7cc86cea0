/* Lights: a chain of eight WS2812 at D10, one per seat.
 *
 * Each state has its own colour and pattern, so that colour-blind players can tell the
 * states apart. The colour of a seat's player replaces that of most states; they then
 * differ in brightness and pattern. A pattern has sixteen steps of 125 ms, the lowest bit first. A change
 * restarts the pattern of its light, with a lit step if the pattern has one. No colour
 * channel exceeds 64 of 255: eight lights take less than 130 mA, which USB can supply.
 */
#include "panel.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>

struct look {
	uint8_t green, red, blue; /* in the order of transmission */
	uint16_t steps;
	uint8_t share; /* eighths of the player's colour that replace this one; 0 for none */
};

static const struct look looks[STATES] PROGMEM = {
	[NONE] = {0, 0, 0, 0x0000, 0},
	[WAITING] = {0, 0, 8, 0xFFFF, 1},	/* faint blue, steady */
	[DECK] = {24, 48, 0, 0x00FF, 6},	/* amber, one second on, one second off */
	[ACTIVE] = {64, 0, 0, 0xFFFF, 8},	/* bright green, steady */
	[PASSED] = {0, 24, 24, 0x0001, 3}, /* one violet flash */
	[READY] = {24, 24, 24, 0x0005, 3}, /* two white flashes */
	[ALARM] = {0, 64, 0, 0x5555, 0},	/* red, four flashes per second */
	[GONE] = {0, 0, 0, 0x0000, 0},
};

static const struct look lamp = {32, 32, 32, 0xFFFF, 0};	/* a lamp that is on, for seats without a state */
static const struct look lonely = {4, 4, 4, 0x0001, 0};	/* a flash that moves round the table while the companion is absent */
enum { BLINKING = 0x3333 };

/* Colours of players: green, red, blue. Their sums are at most 96, as that of a lamp. */
static const uint8_t tones[COLOURS][3] PROGMEM = {
	{0, 0, 0},    /* none */
	{4, 64, 2},   /* red */
	{12, 2, 64},  /* blue */
	{64, 4, 6},   /* green */
	{34, 60, 0},  /* yellow */
	{4, 42, 50},  /* purple */
	{48, 0, 44},  /* turquoise */
	{16, 64, 0},  /* orange */
	{32, 32, 32}, /* grey */
	{16, 52, 28}, /* pink */
	{9, 28, 1},   /* brown */
	{60, 34, 2},  /* lime */
	{8, 14, 64},  /* indigo */
};

struct run {
	uint8_t step, ms;
};

struct shown shown;
static struct run runs[SEATS], round; /* the progress of each pattern */
static uint8_t frame[SEATS + 1][3];   /* one more, because shift reads one byte beyond the last */
static uint8_t sent;		      /* milliseconds since the last frame, at most 255 */
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

void light_colour(uint8_t seat, uint8_t c) { shown.colour[seat] = c; }

void light_turn(uint8_t seat)
{
	if (shown.turn != seat && seat && seat <= SEATS)
		runs[seat - 1] = (struct run){0};
	shown.turn = seat;
}

void light_dark(void) { shown = (struct shown){0}; }

/* look returns the look of a seat's light. It depends on the seat's state, else on the
 * turn, else on the lamp. A blinking lamp makes an active seat blink, because its player
 * hasn't noticed the turn. */
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
	if (l.share && shown.colour[seat]) {
		const uint8_t *tone = tones[shown.colour[seat]];
		l.green = pgm_read_byte(tone) * l.share / 8;
		l.red = pgm_read_byte(tone + 1) * l.share / 8;
		l.blue = pgm_read_byte(tone + 2) * l.share / 8;
	}
	if (shown.lamp[seat] == BLINK && (s == NONE || s == ACTIVE))
		l.steps = BLINKING;
	return l;
}

/* paint writes a seat's light to the frame. */
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

/* go_on advances a pattern by a millisecond. */
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

/* shift sends the three bytes of a light, the highest bit first. A bit takes 20 cycles
 * of 62.5 ns, the last bit of a byte 21. WS2812B datasheet, "Data transfer time": a 0 is
 * high for 0.4 µs ± 150 ns (here 5 cycles), then low for 0.85 µs; a 1 is high for 0.8 µs
 * (here 12 cycles), then low for 0.45 µs. */
static inline void shift(const uint8_t *bytes, uint8_t high, uint8_t low)
{
	uint8_t byte = *bytes++, bits = 8, left = 3;
	__asm__ volatile("1: out %[port], %[high]\n" /* 0: up */
			 "   rjmp .+0\n"	     /* 1, 2 */
			 "   nop\n"		     /* 3 */
			 "   sbrs %[byte], 7\n"	     /* 4, for a 1 also 5 */
			 "   out %[port], %[low]\n"  /* 5: down for a 0 */
			 "   lsl %[byte]\n"	     /* 6 */
			 "   rjmp .+0\n"	     /* 7, 8 */
			 "   rjmp .+0\n"	     /* 9, 10 */
			 "   dec %[bits]\n"	     /* 11 */
			 "   out %[port], %[low]\n"  /* 12: down for a 1 */
			 "   breq 2f\n"		     /* 13, for the last bit also 14 */
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

/* light_send sends the frame if it is due. It blocks interrupts for 250 µs. In that time
 * three bytes may arrive, but the chip stores only two. light_send therefore takes
 * received bytes between two lights. This pause is far below the 50 µs that end a
 * frame. */
void light_send(void)
{
	if (!due || sent < 2) /* 280 µs of silence end a frame */
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
