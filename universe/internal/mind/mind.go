// Package mind is a person who gets a mail: the filter, the case, the decision, and the jobs
// that come of it. It plans; to do what is planned is left to work, to write it to pen.
package mind
