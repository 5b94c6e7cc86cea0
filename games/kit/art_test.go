package kit

import (
	"strings"
	"testing"
)

func TestArtIsSymbolsOfPlainShapes(t *testing.T) {
	const file, symbol = `<svg xmlns="http://www.w3.org/2000/svg">`, `<symbol id="red" viewBox="0 0 48 48">`
	const cover = `<symbol id="cover" viewBox="0 0 96 96"/>`
	for _, tt := range []struct{ art, fault string }{
		{file + symbol + `<g stroke="currentColor"><path d="M1 2.5h3z" fill="#d64545"/></g></symbol>` + cover + `</svg>`, ""},
		{file + `<symbol id="mazai_1" viewBox="0 0 48 48"/><symbol id="красный" viewBox="0 0 48 48"/>` + cover + `</svg>`, ""},
		{file + symbol + `<circle r=".5" fill-opacity=".25"/></symbol>` + cover + `</svg>`, ""},
		{file + `<symbol id="wM×" viewBox="0 0 48 48"/></svg>`, "has the name"},
		{file + symbol + `</symbol>` + symbol + `</symbol></svg>`, "twice"},
		{file + `<symbol id="red" viewBox="0 0 24 24"/></svg>`, "want"},
		{file + `<symbol id="cover" viewBox="0 0 48 48"/></svg>`, "want"},
		{file + `<path d="M0 0"/></svg>`, "<path> is not allowed here"},
		{file + symbol + `<text>a</text></symbol></svg>`, "<text>"},
		{file + symbol + `<script/></symbol></svg>`, "<script>"},
		{file + symbol + `<path style="fill:red"/></symbol></svg>`, "style"},
		{file + symbol + `<path id="a"/></symbol></svg>`, "id"},
		{file + symbol + `<path onload="a()"/></symbol></svg>`, "onload"},
		{file + symbol + `<path fill="url(#a)"/></symbol></svg>`, "loads"},
		{file + symbol + `<path d="M1.25 2"/></symbol></svg>`, "two decimals"},
		{file + symbol + `words</symbol></svg>`, "text"},
		{`<!DOCTYPE svg>` + file + `</svg>`, "not drawn"},
		{`<svg>` + symbol + `</symbol></svg>`, "space"},
		{file + symbol + `</symbol></svg>`, "no cover"},
		{file + symbol, "EOF"},
		{file + cover + `</svg><`, "EOF"},
		{file + cover + `</svg><?xml version="1.0" encoding="KOI8-R"?>`, "encoding"},
		{file + cover + `</svg></svg>`, "unexpected end"},
		{file + cover + "</svg>\n<!-- the end -->\n", ""},
	} {
		got := strings.Join(artFaults(tt.art), "; ")
		if tt.fault == "" && got != "" || !strings.Contains(got, tt.fault) {
			t.Errorf("%s\n\thas the fault %q, want %q", tt.art, got, tt.fault)
		}
	}
}
