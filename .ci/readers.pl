# Mail::IMAPTalk, the client of Cyrus' own tests, against mailsimd.
use strict;
use warnings;
use Mail::IMAPTalk;

sub ok { my ($ok, $what) = @_; die "$what\n" unless $ok }

my $c = Mail::IMAPTalk->new(Server => '127.0.0.1', Port => $ENV{IMAP_PORT}, Username => 'second@ours.test', Password => 'second-secret', Uid => 1) or die "no login: $@\n";
my ($box, $other) = ('talk/Gr&APYA3w-e', 'talk/other');
my $mail = "From: \"A\" <a\@b.test>\r\nTo: undisclosed-recipients:;\r\nSubject: one\r\nDate: Mon, 5 Jan 2026 09:00:00 +0000\r\n"
	. "Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"
	. "Content-ID: <p\@q>\r\nContent-Language: de, en\r\n\r\nh=C3=A4\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>h</b>\r\n--b--\r\n";
ok($c->create($_), $_) for $box, $other;
ok($c->subscribe($box), 'subscribe');
ok($c->append($box, '(\\Seen kw)', ' 5-Jan-2026 09:00:00 +0000', {Literal => $mail}), 'append') for 1 .. 3;
ok($c->append($box, {Literal => "\0nul"}), 'a NUL');
ok(!$c->append($box, {Literal => ''}), 'nothing to append');
my $counts = $c->multistatus('(messages unseen)', $box, 'INBOX');
ok($counts->{$box}{messages} == 4 && $counts->{$box}{unseen} == 1, 'status');
ok($c->select($box), 'select');
ok(grep({$_ eq '\\*'} @{$c->get_response_code('permanentflags')}), 'permanentflags');
my $full = $c->fetch('1', '(flags envelope internaldate rfc822.size bodystructure binary.peek[1] body.peek[2] body.peek[header.fields (subject)])')->{1};
ok($full->{envelope}{From} eq 'A <a@b.test>' || $full->{envelope}{From} eq '"A" <a@b.test>', "From: $full->{envelope}{From}");
ok($full->{'rfc822.size'} == length $mail, 'size');
ok($full->{headers}{subject}[0] eq 'one', 'subject');
ok($full->{binary} eq "h\xc3\xa4", 'binary');
my $parts = $full->{bodystructure}{'MIME-Subparts'};
ok(@$parts == 2 && "@{$parts->[0]{'Content-Language'}}" eq 'de en' && $parts->[0]{'Content-ID'} eq '<p@q>', 'structure');
ok("@{$c->search('not', 'seen')}" eq '4' && "@{$c->search('header', 'subject', 'one', 'larger', '10')}" eq '1 2 3', 'search');
my $umlaut = {Literal => "h\xc3\xa4"};
ok("@{$c->search('CHARSET', 'utf-8', 'text', $umlaut)}" eq '1 2 3', 'search by a literal');
ok("@{$c->sort('(reverse date)', 'utf-8', 'keyword', 'kw')}" eq '1 2 3', 'sort');
ok(@{$c->thread('references', 'utf-8', 'all')} > 0, 'thread');
ok($c->store('1:2', '+flags', '(\\flagged zz)')->{2}{flags}, 'store');
ok($c->copy('1:2', $other) && $c->get_response_code('copyuid'), 'copy');
ok($c->move('3', $other), 'move');
ok($c->store('1', '+flags', '(\\deleted)') && $c->uidexpunge('1'), 'uidexpunge');
ok($c->getquotaroot('INBOX'), 'quota');
ok($c->rename($box, 'talk/renamed'), 'rename');
ok($c->examine($other), 'examine');
ok(!$c->store('1', '+flags', '(\\seen)'), 'store in a folder opened to read');
ok($c->unselect, 'unselect');
ok($c->delete($_), "delete $_") for 'talk/renamed', $other;
ok($c->noop, 'noop');
$c->logout;
