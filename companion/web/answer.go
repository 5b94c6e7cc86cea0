package web

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// route holds the handlers of a path by method.
type route map[string]http.HandlerFunc

// serve finds the handler of r.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	found, ok := s.routes[r.URL.Path]
	if !ok {
		refuse(w, http.StatusNotFound, "there is nothing at "+quoted(r.URL.Path))
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	handler, ok := found[method]
	if !ok {
		allowed := strings.Join(slices.Sorted(maps.Keys(found)), ", ")
		w.Header().Set("Allow", allowed)
		refuse(w, http.StatusMethodNotAllowed, r.URL.Path+" is for "+allowed)
		return
	}
	handler(w, r)
}

// problem is every answer but 200. Seq is told where a decision was stale.
type problem struct {
	Seq   *int   `json:"seq,omitempty"`
	Error string `json:"error"`
}

func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, problem{Error: why})
}

// answer writes v as JSON.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the asker is gone
}

// mostBody is the length of the longest body that is read.
const mostBody = 4 << 10

// read reads the JSON object of r into v, or refuses r and returns false.
func read(w http.ResponseWriter, r *http.Request, v any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "the body is application/json")
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(errors.New("more than one object"), tooLong(more))
		}
	}
	switch {
	case err == nil:
		return true
	case tooLong(err) != nil:
		refuse(w, http.StatusRequestEntityTooLarge, "the body is longer than "+strconv.Itoa(mostBody)+" bytes")
	default:
		refuse(w, http.StatusBadRequest, "the body is not understood: "+strings.TrimPrefix(err.Error(), "json: "))
	}
	return false
}

// tooLong returns err if it says that the body is.
func tooLong(err error) error {
	if long := new(http.MaxBytesError); errors.As(err, &long) {
		return long
	}
	return nil
}

// quoted shows what was asked, however long and strange.
func quoted(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}
