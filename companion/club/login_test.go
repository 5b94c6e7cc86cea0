package club

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"math/big"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"

	"tabletop/companion/club/wire"
)

// leagueID is the id of the league that the box agreed to.
var leagueID = wire.IDOf(leagueKey.Public().(ed25519.PublicKey))

// loginOf is the kind of a login, as a league checks it.
func loginOf(user, password string) string {
	_, full, err := wire.CheckLogin(user, password, leagueID)
	switch {
	case user == "" && password == "":
		return "none"
	case err != nil || user != boxID:
		return user + " " + password
	case full:
		return "full"
	}
	return "weak"
}

func TestABoxLogsInByWhatTheBrokerTakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		broker string
		takes  map[string]bool
		change func(*evening)
		want   []string // logins in their order, the last one taken
	}{
		{"a league", map[string]bool{"full": true}, nil, []string{"full"}},
		{"a league that the config names", map[string]bool{"full": true}, func(e *evening) { e.agreed.Store(false); e.opts.LeagueID = leagueID }, []string{"full"}},
		{"a box without a league", map[string]bool{"weak": true}, func(e *evening) { e.agreed.Store(false) }, []string{"weak"}},
		{"another league", map[string]bool{"weak": true}, nil, []string{"full", "weak"}},
		{"a house without users", map[string]bool{"none": true}, nil, []string{"full", "weak", "none"}},
		{"a house and a box without a league", map[string]bool{"none": true}, func(e *evening) { e.agreed.Store(false) }, []string{"weak", "none"}},
		{"a house with users", map[string]bool{"anna x": true}, func(e *evening) { e.opts.User, e.opts.Password = "anna", []byte("x") }, []string{"anna x"}},
	} {
		t.Run(c.broker, func(t *testing.T) {
			t.Parallel()
			var tried []string
			played(t, nil, func(e *evening) {
				e.admit = func(user, password string) bool {
					l := loginOf(user, password)
					tried = append(tried, l)
					return c.takes[l]
				}
				if c.change != nil {
					c.change(e)
				}
			}, func(t *testing.T, e *evening) {
				e.wait(time.Minute)
				if e.told().Connected.IsZero() {
					t.Fatalf("tried %v, and there is no connection: %+v", tried, e.told())
				}
				e.lose()
				e.wait(time.Minute)
				want := append(c.want, c.want[len(c.want)-1]) // a new connection keeps to what was taken
				if !slices.Equal(tried, want) {
					t.Errorf("tried %v, want %v", tried, want)
				}
			})
		})
	}
}

func TestABoxLogsInAnewForTheLeagueThatPlayersAgreeTo(t *testing.T) {
	t.Parallel()
	var tried []string
	played(t, nil, func(e *evening) {
		e.agreed.Store(false)
		e.admit = func(user, password string) bool {
			tried = append(tried, loginOf(user, password))
			return true
		}
	}, func(t *testing.T, e *evening) {
		e.wait(5 * time.Minute)
		e.agreed.Store(true)
		e.wait(5 * time.Minute)
		if want := []string{"weak", "full"}; !slices.Equal(tried, want) || e.told().Connected.IsZero() {
			t.Errorf("logged in as %v, want %v; %+v", tried, want, e.told())
		}
		for _, m := range e.all(wire.OnlineKind) {
			if strings.Contains(m.payload, `"online":false`) {
				t.Errorf("the box is offline meanwhile: %s", m.payload)
			}
		}
	})
}

func TestABoxThatNoBrokerLetsInSaysSoAndTriesOn(t *testing.T) {
	t.Parallel()
	tries := map[string]int{}
	played(t, nil, func(e *evening) {
		e.admit = func(user, password string) bool { tries[loginOf(user, password)]++; return false }
	}, func(t *testing.T, e *evening) {
		e.wait(time.Hour)
		if tries["full"] < 5 || tries["weak"] < 5 || tries["none"] < 5 || e.told().Fault != FaultLogin {
			t.Errorf("tried %v with the fault %q, want each and %q", tries, e.told().Fault, FaultLogin)
		}
	})
}

// certificate signs a certificate with the key by, and with it the key of leaf.
func certificate(t *testing.T, by ed25519.PrivateKey, leaf, parent *x509.Certificate, public crypto.PublicKey) *x509.Certificate {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, leaf, parent, public, by)
	must(t, err)
	c, err := x509.ParseCertificate(der)
	must(t, err)
	return c
}

// chainOf is the certificate of a broker of the league with that key, which has expired.
func chainOf(t *testing.T, key ed25519.PrivateKey) tls.Certificate {
	t.Helper()
	from, to := time.Unix(0, 0), time.Unix(1, 0)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: to, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	root = certificate(t, key, root, root, key.Public())
	public, private, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	leaf := certificate(t, key, &x509.Certificate{SerialNumber: big.NewInt(2), NotBefore: from, NotAfter: to, DNSNames: []string{"elsewhere"}}, root, public)
	return tls.Certificate{Certificate: [][]byte{leaf.Raw, root.Raw}, PrivateKey: private}
}

func TestABoxTrustsTheBrokerThatItsLeagueHasSigned(t *testing.T) {
	t.Parallel()
	other := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	forged := chainOf(t, other)
	forged.Certificate[1] = chainOf(t, leagueKey).Certificate[1] // the league's own, which has not signed the first
	for _, c := range []struct {
		what   string
		has    tls.Certificate
		league string // in the config
		agreed bool
		want   Fault
	}{
		{"the league of the config", chainOf(t, leagueKey), leagueID, false, ""},
		{"the agreed league", chainOf(t, leagueKey), "", true, ""},
		{"another league", chainOf(t, other), leagueID, false, FaultForeign},
		{"a forged chain", forged, leagueID, false, FaultForeign},
		{"a chain without its end", tls.Certificate{}, leagueID, false, FaultForeign},
		{"another broker of the agreed league", chainOf(t, other), "", true, FaultUnknown},
		{"no league known", chainOf(t, leagueKey), "", false, FaultUnknown},
	} {
		t.Run(c.what, func(t *testing.T) {
			if c.what == "a chain without its end" {
				whole := chainOf(t, leagueKey)
				c.has = tls.Certificate{Certificate: whole.Certificate[:1], PrivateKey: whole.PrivateKey}
			}
			s := mqtt.New(&mqtt.Options{Logger: slog.New(slog.DiscardHandler)})
			must(t, s.AddHook(new(auth.AllowHook), nil))
			l, err := net.Listen("tcp", "127.0.0.1:0")
			must(t, err)
			must(t, s.AddListener(listeners.NewNet("x", tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{c.has}}))))
			must(t, s.Serve())
			t.Cleanup(func() { _ = s.Close() })
			connected(t, Opts{
				Brokers: []*url.URL{{Scheme: "mqtts", Host: l.Addr().String()}}, TLS: &tls.Config{}, LeagueID: c.league,
				League: func() (ed25519.PublicKey, bool) { return leagueKey.Public().(ed25519.PublicKey), c.agreed },
			}, func(s Status) bool {
				if c.want == "" {
					return there(s)
				}
				return s.Fault == c.want && s.Connected.IsZero()
			})
		})
	}
}

func TestALeagueInTheOptionsIsAnID(t *testing.T) {
	_, err := New(newTable(), newShelf(), Opts{Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Now: time.Now, LeagueID: "K7QM"})
	if err == nil || errors.Is(err, errForeign) {
		t.Errorf("got %v, want an error", err)
	}
}
