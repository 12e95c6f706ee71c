// Package mailsim is a simulated mail world for tests.
package mailsim
