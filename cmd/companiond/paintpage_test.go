//go:build browser

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tabletop/companion/door"
	"tabletop/companion/waittest"
)

// asking is a request of a page and its time in ms since 1970.
type asking struct {
	address string
	at      float64
}

// traffic is what a page loads from the network.
type traffic struct {
	mu    sync.Mutex
	asked map[network.RequestID]asking // by id, without those that the browser had
	bytes map[network.RequestID]int    // with headers
	open  map[network.RequestID]bool   // without their whole answers yet
}

func (n *traffic) heard(event any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch event := event.(type) {
	case *network.EventRequestWillBeSent:
		n.asked[event.RequestID] = asking{event.Request.URL, 1000 * event.WallTime.Float64()}
		n.open[event.RequestID] = !strings.Contains(event.Request.URL, "/api/events")
	case *network.EventLoadingFinished:
		delete(n.open, event.RequestID)
	case *network.EventLoadingFailed:
		delete(n.open, event.RequestID)
	case *network.EventRequestServedFromCache:
		delete(n.asked, event.RequestID)
	case *network.EventResponseReceived:
		if event.Response.FromDiskCache || event.Response.FromPrefetchCache {
			delete(n.asked, event.RequestID)
		}
		n.bytes[event.RequestID] += int(event.Response.EncodedDataLength)
	case *network.EventDataReceived:
		n.bytes[event.RequestID] += int(event.EncodedDataLength)
	}
}

// pending returns the number of answers that are still to come, streams apart.
func (n *traffic) pending() (count int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, open := range n.open {
		if open {
			count++
		}
	}
	return count
}

// until returns the addresses of the requests that went out before a time, in ms since 1970, and the bytes
// of their answers.
func (n *traffic) until(at float64) (asked []string, bytes int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, r := range n.asked {
		if r.at <= at {
			asked = append(asked, fmt.Sprintf("%6d %s", n.bytes[id], r.address))
			bytes += n.bytes[id]
		}
	}
	slices.Sort(asked)
	return asked, bytes
}

// The limits of the first paint: requests and bytes, headers included, until the table is drawn.
const (
	coldRequests, coldBytes = 10, 60_000
	warmRequests, warmBytes = 3, 3_000
)

// slow is a mobile network: 300 ms, 400 kbit/s.
var slow = network.Conditions{Latency: 300, DownloadThroughput: 50_000, UploadThroughput: 50_000}

// paints loads the page again and returns its traffic and the ms until the table was drawn, its art
// included.
func (p *visitor) paints() (asked []string, bytes int, ms string) {
	p.t.Helper()
	n := &traffic{asked: map[network.RequestID]asking{}, bytes: map[network.RequestID]int{}, open: map[network.RequestID]bool{}}
	p.do(chromedp.Navigate("about:blank"))
	p.must(chromedp.Listen(p.ctx, n.heard))
	p.do(chromedp.Navigate(p.base + "/"))
	p.wait("window.painted")
	waittest.Until(p.t, "all answers", func() (any, bool) { return n.pending(), n.pending() == 0 })
	at, err := strconv.ParseFloat(p.tells("performance.timeOrigin + window.painted"), 64)
	p.must(err)
	asked, bytes = n.until(at)
	return asked, bytes, p.tells("Math.round(window.painted)")
}

// painted notes when the table was drawn. The symbols of a file are drawn as soon as it has come; one of
// them may be empty.
const painted = `addEventListener("DOMContentLoaded", () => {
	const file = (use) => use.getAttribute("href").split("#")[0];
	const come = () => {
		const uses = [...document.querySelectorAll("#view use")].filter((use) => use.getClientRects().length);
		const drawn = new Set(uses.filter((use) => use.getBBox().width > 0).map(file));
		return uses.every((use) => drawn.has(file(use)));
	};
	const look = () => {
		if (document.querySelector("#turn button") && come()) window.painted = performance.now();
		else requestAnimationFrame(look);
	};
	look();
})`

func TestPagePaintsSoon(t *testing.T) {
	e, ctx := box(t), browser(t)
	p := e.joined(ctx, small, door.Play)
	for _, scene := range thumbs {
		p.reaches(e, scene)
		_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: painted})
		p.must(err)
		_, err = chromedp.Call(p.ctx, network.ClearBrowserCache, cdp.Empty{})
		p.must(err)
		p.network(&slow)
		for _, tt := range []struct {
			name            string
			requests, bytes int
		}{{"cold", coldRequests, coldBytes}, {"warm", warmRequests, warmBytes}} {
			asked, bytes, ms := p.paints()
			t.Logf("%s, %s: %d requests, %d bytes, %s ms", scene.name, tt.name, len(asked), bytes, ms)
			if len(asked) > tt.requests || bytes > tt.bytes {
				t.Errorf("%s, %s: %d requests and %d bytes, want %d and %d\n%q", scene.name, tt.name, len(asked), bytes, tt.requests, tt.bytes, asked)
			}
		}
		p.network()
	}
}
