// Package chaos has only tests: of a whole club whose parts fail, and of how much one bears.
package chaos
