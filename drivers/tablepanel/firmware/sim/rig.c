/* Runs the panel's image in an ATmega328P without a board. simavr runs it at the speed
 * of a 16 MHz clock. The serial line ends in a pseudo-terminal.
 *
 *     rig panel.elf EEPROM-FILE
 *
 * Commands on standard input control the hardware around the chip:
 *
 *     press SEAT, release SEAT   a key's contact, with bounce of 1 to 4 ms
 *     taps SEAT TIMES            a key is pressed and released TIMES times, each for 25 to 45 ms
 *     slow SEAT TIMES            the same, each for 200 to 400 ms
 *     glitch SEAT MS             a contact closes for MS milliseconds, without bounce
 *     tray TIMES                 dice rattle: TIMES pulses of 2 ms
 *     unplug, plug               the serial line; the panel keeps its power
 *     power off, power on        all power; memory returns with garbage, EEPROM unchanged
 *     reset                      resets the chip by the line's DTR
 *     hang                       the program enters an endless loop
 *     noise N                    changes N of a million bytes in both directions; 0 ends it
 *     junk N                     the panel and the far end each receive N random bytes
 *     wait MS                    prints "waited" after MS milliseconds of the panel's time
 *     stats
 *     quit
 *
 * Standard output has the observable events and the measurements:
 *
 *     pty NODE                   the pseudo-terminal of the line; again after each plug
 *     lights US RRGGBB …         the eight lights, whenever one changes; US in simulated microseconds
 *     motor US on|off
 *     left SEAT TIMES            remaining presses of a key; for taps every tenth is printed
 *     tapped SEAT                all presses are done, and the key is at rest
 *     waited
 *     reset                      the watchdog has reset the chip
 *     stats frames N pulses N overruns N resets N
 *
 * pulses counts the pulses that violate the lights' datasheet. overruns counts the bytes
 * that arrived before the chip had room.
 */
#define _GNU_SOURCE /* ppoll, posix_openpt */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_time.h"

enum {
	SEATS = 8,
	HZ = 16000000,
	US = HZ / 1000000,
	MS = HZ / 1000,
	SLICE = 50 * US,		/* interval to check the hardware around the chip */
	BYTE = HZ / 115200 * 10,	/* ten bits on the line */
	LATE = 100 * MS,		/* the delay that the rig makes up for on a busy machine */
	BUFFER = 3,			/* bytes the chip stores, including the byte being received: datasheet, section 19.8 */
};

static avr_t *avr;
static avr_irq_t *uart_in;
static avr_uart_t *uart;
static elf_firmware_t image;
static const char *eeprom_file;

static uint64_t past;	     /* cycles without power */
static bool powered = true;

static uint64_t now(void) { return past + avr->cycle; }

/* -- random numbers, the same in each run */

static uint32_t seed = 2463534242u;

static uint32_t chance(uint32_t below)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % below;
}

/* -- the line */

static int far_end = -1, near_end = -1;
static uint32_t noise;
static uint8_t coming[4096];
static size_t come, gone;    /* the bytes not yet received: coming[gone..come] */
static uint64_t next_byte;
static unsigned overruns;

static uint8_t disturbed(uint8_t b)
{
	return noise && chance(1000000) < noise ? b ^ (1 << chance(8)) : b;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* plug creates a new end of the line. The end is raw from the start, otherwise it would
 * echo received bytes. The near end stays open, so that the line is never hung up. */
static void plug(void)
{
	struct termios t;
	if (far_end >= 0)
		return;
	far_end = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (far_end < 0 || grantpt(far_end) || unlockpt(far_end))
		fail("rig: a pseudo-terminal");
	near_end = open(ptsname(far_end), O_RDWR | O_NOCTTY);
	if (near_end < 0 || tcgetattr(near_end, &t))
		fail("rig: its other end");
	cfmakeraw(&t);
	tcsetattr(near_end, TCSANOW, &t);
	printf("pty %s\n", ptsname(far_end));
}

static void unplug(void)
{
	if (far_end < 0)
		return;
	close(far_end);
	close(near_end);
	far_end = near_end = -1;
	come = gone = 0;
}

static void said(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	uint8_t b = disturbed((uint8_t)value);
	if (far_end >= 0 && write(far_end, &b, 1) < 0 && errno != EAGAIN)
		perror("rig: the line"); /* a full line loses bytes */
}

static void junk(unsigned n)
{
	for (; n; n--) {
		uint8_t b = (uint8_t)chance(256);
		if (far_end >= 0 && write(far_end, &b, 1) < 0)
			return;
		if (come < sizeof coming)
			coming[come++] = (uint8_t)chance(256);
	}
}

/* hear passes the chip a byte at the time when it would arrive. simavr counts a parity
 * bit, although there is none. */
static void hear(void)
{
	uart->cycles_per_byte = BYTE;
	if (gone == come) {
		come = gone = 0;
		ssize_t n = far_end >= 0 ? read(far_end, coming, sizeof coming) : 0;
		come = n > 0 ? (size_t)n : 0;
	}
	if (gone == come || now() < next_byte || !powered)
		return;
	next_byte = (now() - next_byte <= SLICE ? next_byte : now()) + BYTE; /* never two bytes at once */
	if ((uint16_t)(uart->input.write - uart->input.read) % uart_fifo_fifo_size >= BUFFER) {
		overruns++;
		gone++;
		return;
	}
	avr_raise_irq(uart_in, disturbed(coming[gone++]));
}

/* -- the lights: WS2812B, "Data transfer time" and "Sequence chart". The low part of a
 * bit ends with the next bit, so the last bit of a light may be longer. Version 1 shows
 * its frame after 50 µs of silence, version 5 after 280 µs. */

enum { NS = 1000000000 / HZ, PAUSE = 5 * US, SHOWN = 50 * US, SURELY = 280 * US };

static uint8_t frame[SEATS * 3], visible[SEATS * 3];
static unsigned bits, frames, pulses;
static uint64_t rose, fell;
static bool up;

static bool within(uint64_t cycles, unsigned from, unsigned to)
{
	return cycles * 125 >= from * 2 && cycles * 125 <= to * 2; /* 62.5 ns per cycle */
}

static void show(void)
{
	if (bits == 0)
		return;
	pulses += bits != SEATS * 24;
	frames++;
	bits = 0;
	if (!memcmp(frame, visible, sizeof frame))
		return;
	memcpy(visible, frame, sizeof frame);
	printf("lights %llu", (unsigned long long)(fell / US));
	for (unsigned i = 0; i < sizeof frame; i += 3)
		printf(" %02x%02x%02x", frame[i + 1], frame[i], frame[i + 2]); /* green comes first */
	printf("\n");
}

static void wire(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	uint64_t t = now();
	if (up == (value & 1))
		return;
	up = value & 1;
	if (up) {
		uint64_t low = t - fell;
		bool one = bits && (frame[(bits - 1) / 8] & (1 << (7 - (bits - 1) % 8)));
		if (bits && bits % 24 == 0)
			pulses += low > PAUSE;
		else if (bits)
			pulses += !(one ? within(low, 300, 600) : within(low, 700, 1000));
		else
			pulses += frames && low < SURELY;
		rose = t;
		return;
	}
	uint64_t high = t - rose;
	bool one = high > 600 * US / 1000;
	pulses += !(one ? within(high, 650, 950) : within(high, 250, 550));
	fell = t;
	if (bits == SEATS * 24) {
		pulses++;
		return;
	}
	uint8_t mask = (uint8_t)(1 << (7 - bits % 8));
	frame[bits / 8] = one ? frame[bits / 8] | mask : frame[bits / 8] & ~mask;
	bits++;
}

static void look(void)
{
	if (bits && now() - fell > SHOWN)
		show();
}

/* -- keys and tray: contacts to ground */

struct contact {
	char port;
	int pin;
	bool closed;
	uint64_t settles;   /* end of the bounce, */
	uint64_t flips;	    /* time of its next change */
	uint64_t moves;	    /* time of the next press or release, */
	unsigned left;	    /* remaining presses and releases */
	bool tapped, slow;
};

static struct contact keys[SEATS] = {
	{.port = 'D', .pin = 2}, {.port = 'D', .pin = 3}, {.port = 'D', .pin = 4}, {.port = 'D', .pin = 5},
	{.port = 'D', .pin = 6}, {.port = 'D', .pin = 7}, {.port = 'B', .pin = 0}, {.port = 'B', .pin = 1},
};
static struct contact tray = {.port = 'B', .pin = 4};

/* touch sets a pin's level, and declares it as an external level. Otherwise simavr would
 * use the pull-up as the level at each write to the port. */
static void touch(const struct contact *c, bool closed)
{
	static avr_ioport_external_t ports[2] = {{.name = 'B'}, {.name = 'D'}};
	avr_ioport_external_t *p = &ports[c->port == 'D'];
	p->mask |= 1 << c->pin;
	p->value = closed ? p->value & ~(1 << c->pin) : p->value | 1 << c->pin;
	avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(c->port), p);
	avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(c->port), c->pin), !closed);
}

/* again sends the chip a level that the chip has lost and simavr believes unchanged. */
static void again(const struct contact *c, bool closed)
{
	touch(c, !closed);
	touch(c, closed);
}

static void move(struct contact *c, bool closed)
{
	c->closed = closed;
	c->settles = now() + MS + chance(3 * MS);
	c->flips = now() + chance(300 * US);
	touch(c, closed);
}

/* key advances a key: its bounce and its taps. */
static void key(struct contact *c)
{
	if (c->flips && now() >= c->flips) {
		bool over = now() >= c->settles;
		touch(c, over ? c->closed : chance(2));
		c->flips = over ? 0 : now() + 50 * US + chance(700 * US);
	}
	if (!c->tapped || now() < c->moves)
		return;
	c->moves = now() + (c->slow ? 200 * MS + chance(200 * MS) : 25 * MS + chance(20 * MS));
	if (c->left) {
		c->left--;
		move(c, !c->closed);
		if (c->left % (c->slow ? 2 : 20) == 0)
			printf("left %d %u\n", (int)(c - keys) + 1, c->left / 2);
	} else {
		c->tapped = false;
		printf("tapped %d\n", (int)(c - keys) + 1);
	}
}

static void rattle(void)
{
	if (!tray.left || now() < tray.moves)
		return;
	tray.left--;
	tray.moves = now() + 2 * MS;
	touch(&tray, tray.left % 2);
}

static uint64_t wakes; /* end of the wait command */

static struct contact *closing; /* the contact of a glitch */
static uint64_t opens;

static void around(void)
{
	for (int k = 0; k < SEATS; k++)
		key(&keys[k]);
	rattle();
	if (closing && now() >= opens) {
		touch(closing, false);
		closing = NULL;
	}
	if (wakes && now() >= wakes) {
		printf("waited\n");
		wakes = 0;
	}
}

/* levels sends the chip the levels of its pins again, as after a reset. */
static void levels(void)
{
	for (int k = 0; k < SEATS; k++)
		again(&keys[k], keys[k].closed);
	again(&tray, false);
}

/* -- the chip */

static unsigned resets;
static bool moving;

static void motor(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	if (moving != (value & 1))
		printf("motor %llu %s\n", (unsigned long long)(now() / US), value & 1 ? "on" : "off");
	moving = value & 1;
}

static void keep_eeprom(void)
{
	uint8_t bytes[1024];
	avr_eeprom_desc_t d = {.ee = bytes, .offset = 0, .size = sizeof bytes};
	if (avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &d) < 0)
		return;
	FILE *f = fopen(eeprom_file, "wb");
	if (!f || fwrite(d.ee, 1, sizeof bytes, f) != sizeof bytes || fclose(f))
		fail(eeprom_file);
}

static void load_eeprom(void)
{
	uint8_t bytes[1024];
	FILE *f = fopen(eeprom_file, "rb");
	memset(bytes, 0xFF, sizeof bytes);
	if (f && (fread(bytes, 1, sizeof bytes, f) != sizeof bytes || fclose(f)))
		fail(eeprom_file);
	avr_eeprom_desc_t d = {.ee = bytes, .offset = 0, .size = sizeof bytes};
	avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &d);
}

static void (*reset_chip)(struct avr_t *);
static bool was_reset;

static void reset(struct avr_t *a)
{
	if (reset_chip)
		reset_chip(a);
	was_reset = true;
}

/* restart restores the chip's inputs after a reset. */
static void restart(void)
{
	was_reset = false;
	moving = false;
	levels();
}

/* power_on fills memory with the random content of an unpowered chip. */
static void power_on(void)
{
	if (powered)
		return;
	for (int i = 0x100; i <= avr->ramend; i++)
		avr->data[i] = (uint8_t)chance(256);
	powered = true;
	avr_reset(avr);
	restart();
}

static void power_off(void)
{
	powered = false;
	memset(visible, 0, sizeof visible);
	bits = 0;
	up = false;
}

/* hang makes the program jump to itself: avr-libc has such a jump after main. */
static void hang(void)
{
	for (avr_flashaddr_t a = 0; a + 1 < avr->codeend; a += 2)
		if (avr->flash[a] == 0xFF && avr->flash[a + 1] == 0xCF) {
			avr->pc = a;
			avr->state = cpu_Running;
			return;
		}
	fprintf(stderr, "rig: no endless loop in the image\n");
	exit(1);
}

/* grumble prints simavr's errors. It drops other messages, which would mix with ours. */
static void grumble(avr_t *a, const int level, const char *format, va_list args)
{
	(void)a;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, args);
}

static void make_chip(const char *path)
{
	avr_global_logger_set(grumble);
	if (elf_read_firmware(path, &image))
		exit(1);
	avr = avr_make_mcu_by_name("atmega328p");
	if (!avr)
		exit(1);
	avr_init(avr);
	avr->log = LOG_ERROR;
	avr->frequency = HZ;
	avr_load_firmware(avr, &image);
	avr->frequency = HZ;
	load_eeprom();
}

/* no_sleep does nothing: pace waits for the time that the chip sleeps. */
static void no_sleep(avr_t *a, avr_cycle_count_t cycles) { (void)a, (void)cycles; }

static void wire_chip(void)
{
	uint32_t flags = 0;
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	for (avr_io_t *io = avr->io_port; io; io = io->next)
		if (!strcmp(io->kind, "uart"))
			uart = (avr_uart_t *)io;
	if (!uart)
		exit(1);
	uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), said, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), wire, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 3), motor, NULL);
	avr->sleep = no_sleep;
	reset_chip = avr->reset;
	avr->reset = reset;
	levels();
}

/* run runs the chip for a slice. It prints when the watchdog has reset the chip. */
static void run(void)
{
	uint64_t end = now() + SLICE;
	while (now() < end) {
		avr_run(avr);
		if (avr->state == cpu_Done || avr->state == cpu_Crashed) {
			fprintf(stderr, "rig: the program ended\n");
			exit(1);
		}
		if (was_reset) {
			resets++;
			printf("reset\n");
			restart();
		}
	}
}

/* -- commands */

static struct contact *seat(int n)
{
	static struct contact nobody;
	return n >= 1 && n <= SEATS ? &keys[n - 1] : &nobody;
}

static void taps(int which, unsigned times, bool slow)
{
	struct contact *c = seat(which);
	c->tapped = true;
	c->left = 2 * times;
	c->moves = now();
	c->slow = slow;
}

static void command(char *line)
{
	char word[16] = "", arg[16] = "";
	int n = 0, m = 0;
	sscanf(line, "%15s %d %d", word, &n, &m);
	sscanf(line, "%*s %15s", arg);
	if (!strcmp(word, "press"))
		move(seat(n), true);
	else if (!strcmp(word, "release"))
		move(seat(n), false);
	else if (!strcmp(word, "taps"))
		taps(n, (unsigned)m, false);
	else if (!strcmp(word, "slow"))
		taps(n, (unsigned)m, true);
	else if (!strcmp(word, "glitch")) {
		closing = seat(n);
		opens = now() + (uint64_t)m * MS;
		touch(closing, true);
	} else if (!strcmp(word, "tray")) {
		tray.left = 2 * (unsigned)n;
		tray.moves = now();
	} else if (!strcmp(word, "unplug"))
		unplug();
	else if (!strcmp(word, "plug"))
		plug();
	else if (!strcmp(line, "power off"))
		power_off();
	else if (!strcmp(line, "power on"))
		power_on();
	else if (!strcmp(word, "reset")) {
		avr_reset(avr);
		restart();
	}
	else if (!strcmp(word, "hang"))
		hang();
	else if (!strcmp(word, "noise"))
		noise = (uint32_t)n;
	else if (!strcmp(word, "junk"))
		junk((unsigned)n);
	else if (!strcmp(word, "wait"))
		wakes = now() + (uint64_t)n * MS;
	else if (!strcmp(word, "stats"))
		printf("stats frames %u pulses %u overruns %u resets %u\n", frames, pulses, overruns, resets);
	else if (!strcmp(word, "quit"))
		exit(0);
	else {
		fprintf(stderr, "rig: %s: no such command\n", line);
		exit(1);
	}
}

/* obey reads commands. The end of input ends the rig. */
static void obey(void)
{
	static char line[256];
	static size_t length;
	ssize_t n = read(0, line + length, sizeof line - 1 - length);
	if (n <= 0)
		exit(0);
	length += (size_t)n;
	line[length] = 0;
	for (char *end; (end = strchr(line, '\n'));) {
		*end = 0;
		command(line);
		length -= (size_t)(end + 1 - line);
		memmove(line, end + 1, length + 1);
	}
}

/* -- time */

static uint64_t wall(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * HZ + (uint64_t)t.tv_nsec * US / 1000;
}

/* wait_for waits for a command, at most for the time that the chip is ahead of the clock. */
static void wait_for(uint64_t ahead)
{
	struct pollfd in = {.fd = 0, .events = POLLIN};
	struct timespec t = {.tv_nsec = (long)(ahead * 1000 / US)};
	if (ppoll(&in, 1, &t, NULL) > 0)
		obey();
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: rig panel.elf EEPROM-FILE\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	eeprom_file = argv[2];
	make_chip(argv[1]);
	wire_chip();
	plug();
	atexit(keep_eeprom);
	for (uint64_t epoch = wall();;) {
		uint64_t t = wall() - epoch;
		if (t > now() + LATE)
			epoch += t - now() - LATE;
		if (powered)
			run();
		else
			past += SLICE;
		hear();
		around();
		look();
		t = wall() - epoch;
		wait_for(now() > t + 4 * SLICE ? now() - t : 0);
	}
}
