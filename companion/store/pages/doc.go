// Package pages reads what is left of an SQLite database and its write-ahead log, page
// by page, where SQLite itself gives up.
//
// SQLite trusts what a database says: one damaged byte can keep it from reading all that
// lies behind. Here nothing is trusted. Every page is looked at for itself, in every
// version of it that database and log still hold; what can be taken for a row is handed
// on with its age, and who asked judges by what the rows say, not by where they lay.
//
//	File          the bytes of both files, as pages with their versions
//	File.Image    the database as SQLite would see it, the log worked in
//	File.Rotten   whether whole transactions lie in the log behind a break
//	File.Rows     every row of every version of every page
//	File.Table    which pages belong to a table, as far as its tree can be walked
//
// Only what this program writes is read: pages of 4096 bytes, UTF-8, no reserved bytes.
// The formats are those of https://sqlite.org/fileformat2.html; sections are named where
// they are used. Bytes are never changed.
package pages
