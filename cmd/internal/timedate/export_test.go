package timedate

// SyncedUntil is Synced without its bound of two seconds.
var SyncedUntil = synced
