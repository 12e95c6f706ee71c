# Perl's Net::SMTP against mailsimd: STARTTLS, a login, DSN parameters, a refused
# recipient, and the octets of a message in chunks.
use strict;
use warnings;
use Net::SMTP;

my @server = ($ENV{SMTP_HOST}, Port => $ENV{SMTP_PORT}, Hello => 'perl.test', Timeout => 20);
my $s = Net::SMTP->new(@server) or die "no greeting: $@";
$s->starttls(SSL_verify_mode => 0) or die 'STARTTLS: ' . $s->message;
$s->auth('second@ours.test', 'second-secret') or die 'AUTH: ' . $s->message;
$s->mail('second@ours.test', Bits => 8, Return => 'HDRS', Envelope => 'env=1+x') or die 'MAIL: ' . $s->message;
my @taken = $s->recipient('anna@client.test', 'gone+unknown@client.test', { Notify => ['FAILURE', 'DELAY'], SkipBad => 1 });
die "taken: @taken" unless "@taken" eq 'anna@client.test';
$s->data("Subject: by Net::SMTP\n\n.\n..dots\n") or die 'DATA: ' . $s->message;
$s->quit;

my $b = Net::SMTP->new(@server) or die "no greeting: $@";
$b->mail('app@ours.test', Bits => 'binary') or die 'MAIL: ' . $b->message;
$b->to('anna@client.test') or die 'RCPT: ' . $b->message;
$b->bdat("Subject: in chunks\r\n\r\n") or die 'BDAT: ' . $b->message;
$b->bdatlast("any\noctets\r\x00") or die 'BDAT LAST: ' . $b->message;
$b->quit;
print "ok\n";
