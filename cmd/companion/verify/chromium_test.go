//go:build browser

package verify_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"tabletop/companion/waittest"
)

// view is the page in a browser.
type view struct {
	*testing.T
	ctx context.Context
}

// opened opens verify.html from its file. An error of its scripts fails the test.
func opened(t *testing.T, width, height int64) *view {
	t.Helper()
	dir, err := os.MkdirTemp("", "verify-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // it may still be tidying up
	file, err := filepath.Abs("verify.html")
	if err != nil {
		t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(dir),
		chromedp.WSURLReadTimeout(waittest.Patience), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	v := &view{t, ctx}
	v.ok(chromedp.Do(ctx))
	v.ok(chromedp.Listen(ctx, func(event any) {
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("%s %v", event.ExceptionDetails.Text, event.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("console: %s", event.Args[0].Value)
		}
	}))
	v.do(chromedp.EmulateViewport(width, height), chromedp.Navigate("file://"+file))
	return v
}

func (v *view) ok(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

func (v *view) do(steps ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, waittest.Patience)
	defer cancel()
	v.ok(chromedp.Do(ctx, steps...))
}

// tells returns the value of a script's expression as text.
func (v *view) tells(expression string) string {
	v.Helper()
	ctx, cancel := context.WithTimeout(v.ctx, waittest.Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("Promise.resolve("+expression+").then(String)", chromedp.EvalAwaitPromise))
	v.ok(err)
	return text
}

// finds gives the page a file, and waits for its result.
func (v *view) finds(text, result string) {
	v.Helper()
	file := filepath.Join(v.TempDir(), "record.jsonl")
	v.ok(os.WriteFile(file, []byte(text), 0o600))
	v.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	waittest.Until(v, "the result "+result, func() (any, bool) {
		got := v.tells("document.querySelector('.verdict')?.dataset.result ?? ''")
		return got, got == result
	})
}

// judge fails for what axe finds against WCAG 2.2 AA.
func (v *view) judge(where string) {
	v.Helper()
	axe, err := os.ReadFile(os.Getenv("AXE"))
	v.ok(err)
	v.tells("(() => {" + string(axe) + "})()")
	found := v.tells(`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
		.then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.help, ...v.nodes.slice(0, 3).map((n) => n.html)].join(" · "))))`)
	var faults []string
	v.ok(json.Unmarshal([]byte(found), &faults))
	for _, fault := range faults {
		v.Errorf("%s: %s", where, fault)
	}
}

// picture stores a picture of the whole page in the folder SHOTS.
func (v *view) picture(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	shot, err := chromedp.Run(v.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "verify-"+name+".png"), shot, 0o600)
	}
	v.ok(err)
}

func TestPageFromAFileChecksRecordsWithoutANetwork(t *testing.T) {
	var right *player
	for seed := uint64(0); ; seed++ {
		right = start(seed)
		right.play(60)
		right.try(right.Open(right.stamp(), right.secret()))
		if _, _, result, _ := verdict(right.Since(0)); result == "right" && right.Rules().Name() == "mice" && !right.table && len(right.secrets) == 1 && len(right.Stirrings()) > 0 {
			break
		}
	}
	text := right.Since(0)
	for _, lang := range []string{"ru", "en"} {
		v := opened(t, 390, 844)
		v.tells("document.querySelector('nav [lang=" + lang + "]').click()")
		if got := v.tells("document.documentElement.lang + ' ' + document.getElementById('self').textContent.match(/\\d/g).join(' ')"); got != lang+" 6 6" {
			t.Errorf("the self-test: %s", got)
		}
		v.judge(lang + " empty")
		v.picture(lang + "-empty")
		v.finds(text, "right")
		v.judge(lang + " right")
		v.picture(lang + "-right")
		l := parsed(t, text)
		for _, i := range l.where(byDevice) {
			if l[i]["kind"] == "decided" {
				l[i]["says"] = map[bool]string{true: "dice red red", false: "dice blue blue"}[l[i]["says"] != "dice red red"]
				break
			}
		}
		v.finds(l.String(), "wrong")
		v.judge(lang + " wrong")
		v.picture(lang + "-wrong")
		if got := v.tells("performance.getEntriesByType('resource').length"); got != "0" {
			t.Errorf("the page asks for %s other files", got)
		}
	}
}
