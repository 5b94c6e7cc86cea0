package companion

import (
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Effect is an action for the loop: one of the effects of this package.
type Effect any

type (
	// Keep stores one transaction. It is answered by Kept or Lost. Storing the same lines
	// again changes nothing.
	Keep struct {
		Ticket   int
		Match    string           // match of the lines; "" for none
		First    int              // seq of the first line
		Lines    []string         // JSON, one fact each, without line feed
		Secret   luck.Secret      // secret of a new seal; zero for none
		Over     bool             // the match has ended and can't be resumed
		Summary  *history.Summary // summary of an ended match; nil leaves it unchanged
		Drop     string           // id of a match to delete that was never begun; "" for none
		Settings []settings.Line
		Players  []string // names seated, the latest last; they become known players
	}
	// Load reads an open match. It is answered by Loaded. It doesn't wait for pending writes.
	Load struct{ ID string }
	// Renew replaces a damaged database by a new one. It is answered by Renewed, or by Lost
	// with the ticket of the Keep that met the damage.
	Renew struct{ Ticket int }
	// Think asks the game's adviser to analyse the last position of Line. With Back it
	// analyses the last position that is known to be won, or the first if none is. It is
	// answered by Advised, unless another Think follows first. An empty Of cancels the last
	// one.
	Think struct {
		Position string // name of the position
		Rules    games.Rules
		Setup    games.Setup
		Line     []match.SeqState // places of the match that are reached by decisions alone
		LastWon  bool
	}
	// Randomize asks for random bytes. It is answered by Random.
	Randomize struct{ For Purpose }
	// Reply answers the command with this call number.
	Reply struct {
		Call   int
		Answer Answer
	}
	// Carry asks the daemon to carry out a command to which the wired keys, or an equivalent,
	// have consented. It is answered by Done.
	Carry struct{ Command Command }
	// Discard deletes an uploaded file that the table has refused.
	Discard struct{ Upload string }
	// Hotspot switches the box's own Wi-Fi on or off. Its result is Reached, or a Trouble with
	// the key "trouble.hotspot".
	Hotspot struct {
		On             bool
		SSID, Password string
	}
	// Print prints a title and lines. Seal is 64 hexadecimal digits for a QR code, or "", and
	// SealText is the text below it. An equal Name means the same receipt.
	Print struct {
		Name, Title    string
		Lines          []string
		Seal, SealText string
	}
	// Stop ends the daemon on request of the table.
	Stop struct{}
)
