# Sends a payment without a library: perl pay.pl 10.42 "two shirts"
use strict;
use warnings;
use Digest::SHA qw(hmac_sha1_base64);
use HTTP::Tiny;

sub encode { (my $text = shift) =~ s/([^A-Za-z0-9._~-])/sprintf "%%%02X", ord $1/ge; $text }

my $url = "$ENV{COUNTERSIGN_URL}/pay";
my %form = (amount => $ARGV[0], note => $ARGV[1]);
my %oauth = (
    oauth_consumer_key     => $ENV{COUNTERSIGN_CONSUMER_KEY},
    oauth_nonce            => join('', map { int rand 10 } 1 .. 20),
    oauth_signature_method => 'HMAC-SHA1',
    oauth_timestamp        => time,
    oauth_version          => '1.0',
);
my %all = (%form, %oauth);
my $parameters = join '&', map { encode($_) . '=' . encode($all{$_}) } sort keys %all;
my $base = join '&', map { encode($_) } 'POST', $url, $parameters;
my $key = encode($ENV{COUNTERSIGN_CONSUMER_SECRET}) . '&';
$oauth{oauth_signature} = hmac_sha1_base64($base, $key) . '=';
my $response = HTTP::Tiny->new->request('POST', $url, {
    headers => {
        'Authorization' => 'OAuth ' . join(', ', map { "$_=\"" . encode($oauth{$_}) . '"' } sort keys %oauth),
        'Content-Type'  => 'application/x-www-form-urlencoded',
    },
    content => join('&', map { encode($_) . '=' . encode($form{$_}) } sort keys %form),
});
exit($response->{success} ? 0 : 1);
