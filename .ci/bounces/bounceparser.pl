# What Mail::DeliveryStatus::BounceParser reads in the bounces of a folder.
use strict;
use warnings;
use JSON::PP;
use Mail::DeliveryStatus::BounceParser;

my %out;
for my $file (glob "$ARGV[0]/*.eml") {
	my ($name) = $file =~ m{([^/]+)[.]eml$};
	open my $in, '<', $file or die "$file: $!";
	my $raw = do { local $/; <$in> };
	$raw =~ s/\r\n/\n/g;
	my $bounce = Mail::DeliveryStatus::BounceParser->new($raw);
	$out{$name} = [];
	next unless $bounce->is_bounce;
	$out{$name} = [map { {
		to => $_->get('email'), action => $_->get('action'), status => $_->get('status'), reason => $_->get('std_reason'),
	} } $bounce->reports];
}
print JSON::PP->new->utf8->canonical->encode(\%out);
