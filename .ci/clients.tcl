# Tcllib's imap4 and smtp packages against mailsimd.
package require imap4
package require mime
package require smtp

proc same {what got want} {
	if {$got ne $want} {
		error "$what: $got, not $want"
	}
}
set c [imap4::open 127.0.0.1 $env(IMAP_PORT)]
imap4::login $c second@ours.test second-secret
same CAPABILITY [imap4::isableto $c IDLE] 1
imap4::create $c tcl
imap4::create $c tcl2
same LIST [lmap {name flags} [concat {*}[imap4::folders $c -inline "" tcl*]] {string trim $name \"}] {tcl tcl2}

foreach n {1 2 3} {
	set m [mime::initialize -canonical text/plain -encoding 7bit -string ".\n..\n$n\n"]
	smtp::sendmessage $m -servers 127.0.0.1 -ports $env(SMTP_PORT) -usetls 0 -username second@ours.test -password second-secret \
		-originator second@ours.test -recipients third@ours.test,anna@client.test -header {From second@ours.test} -header [list Subject "by Tcl $n"]
	mime::finalize $m
}
imap4::select $c Sent
imap4::search $c subject "by Tcl"
set sent [imap4::mboxinfo $c found]
same SEARCH [llength $sent] 3
imap4::copy $c [join $sent ,] tcl
imap4::close $c
imap4::select $c tcl
same SELECT [imap4::mboxinfo $c exists] 3
same FETCH [lmap m [imap4::fetch $c 1:2 -inline Subject: SIZE] {string trim [lindex $m 0]}] {{by Tcl 1} {by Tcl 2}}
same TEXT [split [string map {\r ""} [string trim [lindex [imap4::fetch $c 3 -inline TEXT] 0 0]]] \n] {. .. 3}
imap4::store $c 1:2 +FLAGS Flagged
imap4::store $c 1 +FLAGS Deleted
imap4::search $c flagged larger 10
same SEARCH [imap4::mboxinfo $c found] {1 2}
imap4::expunge $c
imap4::search $c all
same EXPUNGE [imap4::mboxinfo $c found] {1 2}
imap4::close $c
imap4::rename $c tcl tcl3
imap4::delete $c tcl2
imap4::delete $c tcl3
imap4::cleanup $c
