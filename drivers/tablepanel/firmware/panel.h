/* The table panel: an Arduino Nano (ATmega328P, 16 MHz) with a key and a light for
 * each of eight seats, a sensor in the dice tray and a motor. Go package
 * tabletop/drivers/tablepanel describes the protocol and the wiring.
 *
 * One loop does all work. The clock wakes it every millisecond, and bytes of the line
 * wake it too. Interrupts only count milliseconds or move bytes. The firmware doesn't
 * allocate memory. The watchdog resets the chip if the loop stops for 250 ms.
 */
#ifndef PANEL_H
#define PANEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SEATS = 8,
	LONGEST = 63,	      /* characters of a line without its end */
	PRESS_MS = 5,	      /* time until a closed contact counts as pressed */
	RELEASE_MS = 15,      /* and an open one as released: worn keys open for longer than they bounce */
	RATTLE = 3,	      /* minimum of sensor changes for dice; an elbow causes fewer */
	REST_MS = 400,	      /* silence in the tray after which the dice are at rest */
	DEAF_MS = 300,	      /* time after the motor in which the tray's sensor is ignored */
	BUZZ_MS = 150,	      /* durations of the motor's two tunes */
	ROLL_MS = 1000,
	STEP_MS = 125,	      /* duration of one of the sixteen steps of a light's pattern */
	FRAME_MS = 50,	      /* interval to send the lights again, in case of noise */
	BEAT_MS = 1000,	      /* interval of heartbeats */
	AGAIN_MS = 100,	      /* time until unacknowledged reports are sent again */
	FLIGHT = 8,	      /* maximum of unacknowledged reports in flight */
	KEPT = 200,	      /* maximum of stored reports */
	ALONE_MS = 10000,     /* silence after which the companion is absent and reports are dropped */
};

/* uart.c: the line, 115200 baud, 8N1 */
void uart_begin(void);
void uart_poll(void);		 /* takes a received byte, with interrupts off */
bool uart_take(char *c);
uint8_t uart_room(void);	 /* bytes that uart_put accepts without waiting */
void uart_put(char c);
uint8_t check(uint8_t crc, char c); /* CRC-8 of a line, from 0 */

/* line.c: lines of words, each with its check at the end: "A 17*4c" */
void line_word(const char *p);	 /* a text in flash */
void line_char(char c);
void line_number(uint8_t n);
void line_end(void);
void line_hear(void);		 /* executes each received line */

/* report.c: numbered events, stored until they are acknowledged */
enum { KEY = 0x00, DIE = 0x40, MOTOR = 0x80, KINDS = 0xC0 };
void report_begin(void);
bool report_add(uint8_t what);	 /* false if there is no room */
void report_heard(uint8_t upto); /* acknowledged by the companion */
void report_tick(void);
void report_say(void);		 /* sends one report if one is due */
void report_wait(void);	 /* sends no reports until the companion acknowledges one */
extern uint8_t keys_down;	 /* one bit per seat; survives a reset like the reports */
void report_numbers(void);	 /* sends the life, the last acknowledged number, the last number */

/* companion.c: commands of the companion */
extern uint16_t silence;	 /* milliseconds since the last command, at most ALONE_MS */
void companion_said(char *line, bool checked);
void companion_tick(void);
void companion_say(void);	 /* sends the due lines */

/* keys.c, tray.c, motor.c: each is called once per millisecond */
void keys_begin(void);
uint8_t keys_closed(void);	 /* one bit for each contact that is closed now */
void keys_tick(void);
void tray_tick(void);
enum motor { STILL, BUZZ, ROLL };
void motor_begin(void);
void motor_start(enum motor tune);
void motor_stop(void);
void motor_tick(void);
bool motor_felt(void);		 /* the motor runs, or the table still trembles */

/* light.c: one WS2812 per seat */
enum lamp { OFF, ON, BLINK };
enum state { NONE, WAITING, DECK, ACTIVE, PASSED, READY, ALARM, GONE, STATES };
enum { COLOURS = 13 };		 /* colours of players; 0 is none */
struct shown {
	uint8_t turn;
	uint8_t lamp[SEATS];
	uint8_t state[SEATS];
	uint8_t colour[SEATS];
};
extern struct shown shown;
void light_begin(void);
void light_lamp(uint8_t seat, enum lamp l);  /* seats are counted from 0 here */
void light_state(uint8_t seat, enum state s);
void light_colour(uint8_t seat, uint8_t c);
void light_turn(uint8_t seat);		     /* from 1; 0 for no seat */
void light_dark(void);
void light_tick(void);
void light_send(void);

#endif
