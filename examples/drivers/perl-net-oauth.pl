# Net::OAuth: requests for protected resources. It takes the query of a URL, and a form as extra parameters.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Crypt::OpenSSL::RSA;
use Driver;
use Net::OAuth;
use Net::OAuth::Message;

$Net::OAuth::PROTOCOL_VERSION = Net::OAuth::PROTOCOL_VERSION_1_0A();

sub sign {
    my ($question) = @_;
    my ($request, $own) = @$question{qw(request credentials)};
    my %extra = map { @$_ } @{ $request->{form} || [] };
    my $signed = Net::OAuth->request('protected resource')->new(
        consumer_key => $own->{consumerKey}, consumer_secret => $own->{consumerSecret} // '',
        token => $own->{token}, token_secret => $own->{tokenSecret} // '',
        request_url => $request->{url}, request_method => $request->{method},
        signature_method => $question->{signatureMethod},
        timestamp => $question->{timestamp}, nonce => $question->{nonce},
        extra_params => \%extra,
        $own->{privateKey} ? (signature_key => Crypt::OpenSSL::RSA->new_private_key($own->{privateKey})) : (),
    );
    $signed->sign;
    my $header = $signed->to_authorization_header($question->{realm});
    my $body = form_body($request);
    return {
        authorization => $header,
        stages => $question->{signatureMethod} eq 'PLAINTEXT' ? {} : { 'base-string' => $signed->signature_base_string },
        defined $body ? (body => $body) : (),
    };
}

serve(
    {
        implementation => { name => 'Net::OAuth', version => $Net::OAuth::VERSION, language => 'Perl', url => 'https://metacpan.org/dist/Net-OAuth' },
        signatureMethods => [qw(HMAC-SHA1 HMAC-SHA256 RSA-SHA1 PLAINTEXT)],
        transports => ['header'],
        limits => { without => [qw(octets form-encoded repeated-names no-token no-version protocol-parameters)] },
    },
    { sign => \&sign, 'percent-encoding' => sub { { value => Net::OAuth::Message::encode($_[0]{text}) } } },
);
