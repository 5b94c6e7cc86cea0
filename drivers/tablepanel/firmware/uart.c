/* The line: USART0 with a ring buffer in each direction. */
#include "panel.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/crc16.h>

enum { IN = 128, OUT = 128 }; /* powers of two */

static volatile uint8_t in[IN], in_head, in_tail;
static volatile uint8_t out[OUT], out_head, out_tail;

void uart_begin(void)
{
	UCSR0A = _BV(U2X0);
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UBRR0 = 16; /* 117647 baud: 2.1 % fast; datasheet, table 19-12 */
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

/* receive stores a received byte. It drops the byte if the ring is full, which makes the
 * line invalid. */
static inline void receive(void)
{
	uint8_t b = UDR0, next = (in_head + 1) & (IN - 1);
	if (next != in_tail) {
		in[in_head] = b;
		in_head = next;
	}
}

ISR(USART_RX_vect) { receive(); }

void uart_poll(void)
{
	if (UCSR0A & _BV(RXC0))
		receive();
}

ISR(USART_UDRE_vect)
{
	if (out_tail == out_head) {
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
		return;
	}
	UDR0 = out[out_tail];
	out_tail = (out_tail + 1) & (OUT - 1);
}

bool uart_take(char *c)
{
	if (in_tail == in_head)
		return false;
	*c = (char)in[in_tail];
	in_tail = (in_tail + 1) & (IN - 1);
	return true;
}

uint8_t uart_room(void) { return (uint8_t)(out_tail - out_head - 1) & (OUT - 1); }

void uart_put(char c)
{
	out[out_head] = (uint8_t)c;
	out_head = (out_head + 1) & (OUT - 1);
	uint8_t sreg = SREG;
	cli();
	UCSR0B |= _BV(UDRIE0);
	SREG = sreg;
}

uint8_t check(uint8_t crc, char c) { return _crc_ibutton_update(crc, (uint8_t)c); }
