package history

// Kind is the kind of an imported file.
type Kind string

// Kinds of imported files.
const (
	KindBackup  Kind = "backup"  // all matches of a box, as JSON Lines
	KindRecord  Kind = "record"  // one match, as JSON Lines
	KindPlayers Kind = "players" // names of players, as CSV
	KindBGStats Kind = "bgstats" // plays in an export of the app BG Stats, as JSON
)

// Parcel contains the counts of the matches, players and other data in an imported file.
type Parcel struct {
	Kind    Kind
	Matches int
	Open    int // number of matches that aren't finished
	Players int
	Damaged int // number of matches that the import omits: unreadable ones of a backup, incomplete ones of BG Stats
	// Games is the number of different games in the matches, counting only games from game
	// files. Game is the name of the first of these files, without extension.
	Games int
	Game  string
}
