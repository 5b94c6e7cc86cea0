package history

// Kind is the kind of an imported file.
type Kind string

// Kinds of files.
const (
	KindBackup  Kind = "backup"  // all matches of a box, as JSON Lines
	KindRecord  Kind = "record"  // one match, as JSON Lines
	KindPlayers Kind = "players" // names, as CSV
)

// Parcel counts the contents of a file.
type Parcel struct {
	Kind    Kind
	Matches int
	Open    int // matches that aren't finished
	Players int
	Damaged int // matches of a backup that can't be read and are left out
	// Games is the number of games in files that the matches contain. Game is the name of the
	// first one's file, without extension.
	Games int
	Game  string
}
