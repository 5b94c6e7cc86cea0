// Package pages reads the remains of an SQLite database and its write-ahead log, page by page,
// when SQLite itself can't.
//
// SQLite trusts the pointers of a database: one damaged byte can hide all data after it. This
// package trusts nothing. It reads every page on its own, in every version that the database and
// the log contain. It returns everything that parses as a row, with its age. The caller decides
// by the contents of the rows, not by their location, which rows are valid.
//
//	File          the bytes of both files, as pages with their versions
//	File.Image    the database as SQLite would see it, with the log applied
//	File.LosesTransactions   whether complete transactions follow a break in the log
//	File.Rows     every row of every version of every page
//	File.Table    the pages of a table, as far as its tree can be walked
//
// A version is the contents of a page at some time. A frame is a page in the log. The package
// reads only files that this program writes: pages of 4096 bytes, UTF-8, no reserved bytes. The
// formats are those of https://sqlite.org/fileformat2.html; comments name the sections of that
// page. The package never changes the bytes.
package pages
