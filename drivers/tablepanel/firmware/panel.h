/* The table panel: an Arduino Nano (ATmega328P, 16 MHz) with a key and a light for
 * each of eight seats, a sensor in the dice tray and a motor. It speaks as Go package
 * tabletop/drivers/tablepanel describes; the wiring stands there too.
 *
 * One loop does all. It is woken by the clock each millisecond and by bytes of the
 * line; no interrupt does more than count a millisecond or move a byte. Nothing is
 * allocated. The watchdog resets a loop that doesn't turn for 250 ms.
 */
#ifndef PANEL_H
#define PANEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
	SEATS = 8,
	LONGEST = 63,	      /* characters of a line, its end not counted */
	PRESS_MS = 5,	      /* a contact is closed when it has been for so long, */
	RELEASE_MS = 15,      /* and open: a worn key lets go for longer than it bounces */
	RATTLE = 3,	      /* changes of the tray's sensor that are dice, not an elbow */
	REST_MS = 400,	      /* of silence in the tray: the dice have come to rest */
	DEAF_MS = 300,	      /* the tray isn't listened to after the motor */
	BUZZ_MS = 150,	      /* the motor's two tunes */
	ROLL_MS = 1000,
	STEP_MS = 125,	      /* of a light's pattern, which has sixteen */
	FRAME_MS = 50,	      /* lights are sent anew, should noise have garbled one */
	BEAT_MS = 1000,	      /* between two heartbeats */
	AGAIN_MS = 100,	      /* before unacknowledged reports are said again */
	FLIGHT = 8,	      /* reports said, at most, before the first is acknowledged */
	KEPT = 200,	      /* reports kept, at most */
	ALONE_MS = 10000,     /* of silence: nobody is there, and reports are forgotten */
};

/* uart.c: the line, 115200 baud, 8N1 */
void uart_begin(void);
void uart_poll(void);		 /* takes a byte that has come, with interrupts off */
bool uart_take(char *c);
uint8_t uart_room(void);	 /* bytes that can be put without waiting */
void uart_put(char c);
uint8_t check(uint8_t crc, char c); /* CRC-8 of a line, from 0 */

/* line.c: lines of words, each ended by its check: "A 17*4c" */
void line_word(const char *p);	 /* a text in flash */
void line_char(char c);
void line_number(uint8_t n);
void line_end(void);
void line_hear(void);		 /* obeys each line that has come */

/* report.c: what happened, numbered, and kept until it is acknowledged */
enum { KEY = 0x00, DIE = 0x40, MOTOR = 0x80, KINDS = 0xC0 };
void report_begin(void);
bool report_add(uint8_t what);	 /* false: there is no room */
void report_heard(uint8_t upto); /* acknowledged by the companion */
void report_tick(void);
void report_say(void);		 /* says one that is due */
void report_wait(void);	 /* says no more until something is acknowledged */
extern uint8_t keys_down;	 /* a bit a seat; outlives a reset as the reports do */
void report_numbers(void);	 /* says its life, the last acknowledged, the last there is */

/* companion.c: what the companion said */
extern uint16_t silence;	 /* milliseconds since it said something, ALONE_MS at most */
void companion_said(char *line, bool checked);
void companion_tick(void);
void companion_say(void);	 /* says what is due */

/* keys.c, tray.c, motor.c: each called once a millisecond */
void keys_begin(void);
uint8_t keys_closed(void);	 /* a bit for each contact that is closed now */
void keys_tick(void);
void tray_tick(void);
enum motor { STILL, BUZZ, ROLL };
void motor_begin(void);
void motor_start(enum motor tune);
void motor_stop(void);
void motor_tick(void);
bool motor_felt(void);		 /* it runs, or the table trembles yet */

/* light.c: a WS2812 a seat */
enum lamp { OFF, ON, BLINK };
enum state { NONE, WAITING, DECK, ACTIVE, PASSED, READY, ALARM, GONE, STATES };
struct shown {
	uint8_t turn;
	uint8_t lamp[SEATS];
	uint8_t state[SEATS];
};
extern struct shown shown;
void light_begin(void);
void light_lamp(uint8_t seat, enum lamp l);  /* seats from 0 here */
void light_state(uint8_t seat, enum state s);
void light_turn(uint8_t seat);		     /* from 1; 0: nobody's */
void light_dark(void);
void light_tick(void);
void light_send(void);

#endif
