package companion_test

import "testing"

func TestOkLeadsThroughTheResultToTheNextMatch(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Press("ok")
	tb.Want("> Итог партии")
	tb.Press("ok")
	tb.Want("[Итог партии]")
	tb.Press("ok")
	tb.Want("> Ещё партию")
	tb.Press("ok")
	tb.Want("[Лови мышей!]", "> Начать")
}
