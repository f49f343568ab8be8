# WWW::OAuth: the Authorization header for a request of WWW::OAuth::Request::Basic.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Crypt::OpenSSL::RSA;
use Driver;
use WWW::OAuth;
use WWW::OAuth::Request::Basic;

sub sign {
    my ($question) = @_;
    my ($asked, $own, $method) = @$question{qw(request credentials signatureMethod)};
    my $body = form_body($asked);
    my $request = WWW::OAuth::Request::Basic->new(
        method => $asked->{method}, url => $asked->{url}, content => $body // '',
        headers => defined $body ? { 'Content-Type' => 'application/x-www-form-urlencoded' } : {},
    );
    my $rsa = $own->{privateKey} && Crypt::OpenSSL::RSA->new_private_key($own->{privateKey});
    my $oauth = WWW::OAuth->new(
        client_id => $own->{consumerKey}, client_secret => $own->{consumerSecret} // '',
        token => $own->{token}, token_secret => $own->{tokenSecret}, signature_method => $method,
        $rsa ? (signer => $rsa) : (),
    );
    my %extra = map { @$_ } @{ $question->{protocolParameters} || [] };
    $extra{realm} = $question->{realm} if defined $question->{realm};
    my %fixed = (oauth_nonce => $question->{nonce}, oauth_timestamp => $question->{timestamp});
    my $header = $oauth->authorization_header($request, { %extra, %fixed });
    return { authorization => $header, defined $body ? (body => $body) : () };
}

serve(
    {
        implementation => { name => 'WWW::OAuth', version => WWW::OAuth->VERSION, language => 'Perl', url => 'https://metacpan.org/dist/WWW-OAuth' },
        signatureMethods => [qw(HMAC-SHA1 PLAINTEXT)],
        transports => ['header'],
        limits => { without => [qw(octets no-version)] },
    },
    { sign => \&sign },
);
