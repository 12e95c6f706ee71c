# Mail::IMAPClient against mailsimd.
use strict;
use warnings;
use Mail::IMAPClient;

my $c = Mail::IMAPClient->new(
    Server => '127.0.0.1', Port => $ENV{IMAP_PORT}, User => 'second@ours.test', Password => 'second-secret', Uid => 1, Peek => 1,
) or die "connect: $@";
sub check { my ($what, $ok) = @_; $ok or die "$what: " . ($c->LastError // 'wrong') . "\n" }

my $mail = join "\r\n", 'From: a@b.test', 'Subject: =?utf-8?q?H=C3=A4llo?= "you"', 'Message-ID: <perl@b.test>', 'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'body', '--b',
    'Content-Type: application/pdf; name="a b.pdf"', 'Content-Transfer-Encoding: base64', '', 'AAAA', '--b--', '';
check(create => $c->create('Perl') && $c->create('Perl/Below') && $c->subscribe('Perl'));
check(append => $c->append_string('Perl', $mail, '\\Flagged', '05-Jan-2026 10:00:00 +0100')) for 1, 2;
check(select => $c->select('Perl') && $c->message_count == 2 && $c->unseen_count == 2);
my @uids = $c->messages;
check(search => join(',', $c->search('SUBJECT', \'you')) eq join(',', @uids));
check(thread => @{ $c->thread('REFERENCES', 'UTF-8', 'ALL') } > 0);
check(flags => grep { $_ eq '\\Flagged' } $c->flags($uids[0]));
check(structure => join(',', $c->get_bodystructure($uids[0])->parts) eq '1,2');
check(part => $c->bodypart_string($uids[0], '1') eq 'body');
check(whole => $c->message_string($uids[0]) eq $mail);
check(move => $c->copy('Perl/Below', $uids[0]) && $c->move('Perl/Below', $uids[1]) && $c->expunge);
check(count => $c->message_count('Perl/Below') == 2);
check(idle => do { my $tag = $c->idle; $tag && $c->done($tag) });
check(rename => $c->rename('Perl/Below', 'Pearl') && $c->exists('Pearl') && $c->delete('Pearl') && $c->delete('Perl'));
check(logout => $c->logout);
