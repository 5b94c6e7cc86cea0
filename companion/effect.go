package companion

import (
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Effect is what the loop does for the model: one of the effects of this package.
type Effect any

type (
	// Keep writes one transaction; it is answered by Kept or Lost. Keeping the
	// same lines twice is the same as once.
	Keep struct {
		Ticket   int
		Match    string           // which match the lines belong to; "" for none
		First    int              // seq of the first line
		Lines    []string         // of JSON, a fact each, without line feed
		Secret   luck.Secret      // of a new seal; zero: there is none
		Over     bool             // the match is ended: it is not resumed any more
		Summary  *history.Summary // of an ended match; nil leaves it as it is
		Drop     string           // a match that was never begun, to be forgotten; "" for none
		Settings []settings.Line
		Players  []string // names seated, the latest last: known players from now on
	}
	// Load asks for an open match; it is answered by Loaded. It doesn't wait for what is
	// being written.
	Load struct{ ID string }
	// Renew asks for a new database in the place of a damaged one; it is answered
	// by Renewed, or by Lost under the ticket of the Keep that met the damage.
	Renew struct{ Ticket int }
	// Think asks what the game's adviser knows of the last position of Line, or where Back
	// is set, of the last that is known to be won: of the first if none is. It is answered
	// by Advised, unless another Think comes before; one without Of only calls the last
	// one off.
	Think struct {
		Of    string // names the position
		Rules games.Rules
		Setup games.Setup
		Line  []match.Place // that decisions alone led through
		Back  bool
	}
	// Randomize asks for Random.
	Randomize struct{ For Purpose }
	// Answered answers the command that was numbered so.
	Answered struct {
		Call   int
		Answer Answer
	}
	// Carry asks the daemon to carry out what the table has said yes to with the wired
	// keys, or whoever is as good as they; it is answered by Done.
	Carry struct{ Command Command }
	// Discard forgets a file that was sent, because the table said no.
	Discard struct{ Upload string }
	// Hotspot switches the box's own Wi-Fi on or off; what came of it is Reached, or a
	// Trouble under "trouble.hotspot".
	Hotspot struct {
		On             bool
		SSID, Password string
	}
	// Print asks for paper: a title, lines, and Seal, 64 hexadecimal digits for a QR code
	// or "", with what stands under it. The same Name is the same receipt.
	Print struct {
		Name, Title    string
		Lines          []string
		Seal, SealText string
	}
	// Stop ends the daemon, at the table's wish.
	Stop struct{}
)
