package history

// Kind is what a file from elsewhere holds.
type Kind string

// Kinds of files.
const (
	KindBackup  Kind = "backup"  // what a box has played, as JSON Lines
	KindRecord  Kind = "record"  // one match, as JSON Lines
	KindPlayers Kind = "players" // names, as CSV
)

// Parcel is what a file would bring, in numbers.
type Parcel struct {
	Kind    Kind
	Matches int
	Open    int // matches among them that aren't ended
	Players int
	Damaged int // matches of a backup that can't be read, and are left out
	// Games are how many games in files its matches bring with them, and Game is the first,
	// by the name of its file without ending.
	Games int
	Game  string
}
