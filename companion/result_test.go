package companion_test

import "testing"

func TestOkLeadsThroughTheResultToTheNextMatch(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Press("ok")
	tb.Want("> result.state")
	tb.Press("ok")
	tb.Want("[result.state]")
	tb.Press("ok")
	tb.Want("> result.again")
	tb.Press("ok")
	tb.Want("[mice:title]", "> setup.start")
}
