# What Sisimai reads in the bounces of a folder.
use strict;
use warnings;
use JSON::PP;
use Sisimai;

my %out;
for my $file (glob "$ARGV[0]/*.eml") {
	my ($name) = $file =~ m{([^/]+)[.]eml$};
	my $list = Sisimai->make($file, delivered => 1) || [];
	$out{$name} = [map { {
		to => $_->recipient->address, action => $_->action, status => $_->deliverystatus, reason => $_->reason,
	} } @$list];
}
print JSON::PP->new->utf8->canonical->encode(\%out);
