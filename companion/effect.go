package companion

import (
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Effect is a request of the model to package loop: one of the types below, or After.
type Effect any

type (
	// Keep stores one transaction. The answer is Kept or Lost. Storing the same lines twice
	// changes nothing.
	Keep struct {
		Ticket   int
		Match    string           // id of the match of the lines; "" for none
		First    int              // seq of the first line
		Lines    []string         // one fact per line as JSON, without line feeds
		Secret   luck.Secret      // secret of a new seal; zero for none
		Over     bool             // the match has ended, and it can't be resumed
		Summary  *history.Summary // summary of an ended match; nil leaves it unchanged
		Drop     string           // id of an unused match to delete; "" for none
		Settings []settings.Line
		Players  []string // names of players who took seats, the latest last; they become known players
	}
	// Load reads the facts of an open match. The answer is Loaded. Load doesn't wait for
	// pending writes.
	Load struct{ ID string }
	// Renew replaces a damaged database by a new one. The answer is DatabaseReplaced, or Lost
	// after a failure. Ticket is the ticket of the Keep that found the damage, and of that Lost.
	Renew struct{ Ticket int }
	// Think asks the game's adviser to analyse the last position of Line. If LastWon is true,
	// the adviser instead analyses the last position that could still be won. If no position is
	// known to be winnable, it analyses the first one. The answer is Analysis, unless another
	// Think follows before it. An empty Position cancels the last Think.
	Think struct {
		Position string // name of the position to analyse; "" cancels
		Rules    games.Rules
		Setup    games.Setup
		Line     []match.SeqState // positions reached by decisions alone, from the start or the last ruling up to the present
		LastWon  bool
	}
	// Randomize asks for 32 random bytes. The answer is Random.
	Randomize struct{ For Purpose }
	// Reply answers the command with this call number.
	Reply struct {
		Call   int
		Answer Answer
	}
	// Carry asks the daemon to carry out a command that the wired keys have allowed, or that
	// came from the socket. The answer is CarryResult.
	Carry struct{ Command Command }
	// Discard deletes an uploaded file that the table has refused.
	Discard struct{ Upload string }
	// Hotspot switches the box's own Wi-Fi on or off. Without a Password the network is open.
	// Country is the country that the table has chosen for the Wi-Fi, or "". The answer is
	// Addresses, HotspotFailed, or a Trouble with the key "trouble.hotspot".
	Hotspot struct {
		On             bool
		SSID, Password string
		Country        string
	}
	// Print prints a title and lines, then a QR code of Seal, 64 hexadecimal digits, with
	// SealText below it. An empty Seal prints no code. Two Prints with the same Name are the
	// same receipt.
	Print struct {
		Name, Title    string
		Lines          []string
		Seal, SealText string
	}
	// SaveCopy writes a backup to the stick with this UUID. The answer is Saved.
	SaveCopy struct{ Stick string }
	// ReadStick asks for the backups and packages on the stick with this UUID. The answer is
	// StickRead.
	ReadStick struct{ Stick string }
	// TakeCopy copies a backup from the stick into the folder of uploads and counts its contents.
	// The answer is CopyTaken.
	TakeCopy struct{ Stick, Name string }
	// TakeRelease copies a package from the stick into the folder of uploads and checks it. The
	// answer is ReleaseTaken.
	TakeRelease struct{ Stick, Name string }
	// Examine asks for the findings about the machine and its parts. The answer is Checkup.
	Examine struct{}
	// Stop ends the daemon on request of the table.
	Stop struct{}
)
