# Net::IMAP::Client against mailsimd, in clear and by TLS.
use strict;
use warnings;
use Net::IMAP::Client;

my $mail = sub { "From: \"A (b)\" <a\@b.test>\r\nTo: c\@d.test\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= \"q\" \\ $_[0]\r\nMessage-ID: <$_[0]\@b.test>\r\n"
	. "Date: Mon, 5 Jan 2026 09:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nhello $_[0])\r\n"
	. "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nbody\r\n--b--\r\n" };
for my $tls (0, 1) {
	my $c = Net::IMAP::Client->new(server => '127.0.0.1', port => $ENV{$tls ? 'IMAPS_PORT' : 'IMAP_PORT'}, user => 'second@ours.test', pass => 'second-secret',
		ssl => $tls, ssl_verify_peer => 0) or die "no connection\n";
	my $ok = sub { my ($what, $ok) = @_; die "$what: " . ($c->last_error // '') . "\n" unless $ok };
	my $is = sub { my ($what, $got, $want) = @_; die "$what: $got, not $want\n" unless $got eq $want };
	$ok->('login', $c->login);
	$ok->('create', $c->create_folder($_)) for 'net', 'net2';
	my $folders = $c->folders_more;
	$ok->('special use', grep { /Junk/ } @{$folders->{Junk}{flags}});
	$ok->('append', $c->append('net', \$mail->($_), $_ == 2 ? ['\\Seen', 'kw'] : undef, '05-Jan-2026 09:00:00 +0000')) for 1 .. 4;
	$ok->('select', $c->select('net'));
	my $status = $c->status('net');
	$is->('status', join(' ', @$status{qw(MESSAGES RECENT UNSEEN UIDNEXT)}), '4 4 3 5');
	$is->('search', "@{$c->search({subject => 'q'}, ['^DATE'])} @{$c->search('UNSEEN')}", '1 2 3 4 1 3 4');
	my ($two) = @{$c->get_summaries([2])};
	$is->('summary', join('|', $two->from->[0]->as_string, $two->rfc822_size, scalar @{$two->parts}, $two->internaldate, join(' ', sort @{$two->flags})),
		'A (b) <a@b.test>|' . length($mail->(2)) . '|2|05-Jan-2026 09:00:00 +0000|\\Recent \\Seen kw');
	$ok->('subject', $two->subject =~ /^Gr.*e "q" \\ 2$/);
	$is->('part', ${$c->get_part_body(2, '1')}, 'hello 2)');
	$is->('body', ${$c->get_rfc822_body(3)}, $mail->(3));
	$is->('thread', scalar @{$c->get_threads('REFERENCES')}, 4);
	$ok->('flags', $c->add_flags([1], ['\\Flagged']) && $c->del_flags([2], ['\\Seen']));
	$is->('flags', "@{$c->search('FLAGGED')} @{$c->search('SEEN')}", '1 3');
	$ok->('copy', $c->copy([1, 2], 'net2') && $c->delete_message([2]) && $c->expunge);
	$is->('expunge', "@{$c->search('ALL')}", '1 3 4');
	$ok->('noop', $c->noop && $c->notifications);
	$ok->('delete', $c->delete_folder($_)) for 'net', 'net2';
	$c->logout;
}
