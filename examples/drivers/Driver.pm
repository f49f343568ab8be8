package Driver;

# What the drivers in Perl share: the loop over questions, and forms.

use strict;
use warnings;
use Exporter 'import';
use JSON;

our @EXPORT = qw(serve form_body);

# The body of a request with a form, as an HTTP client sends it, or undef.
sub form_body {
    my ($request) = @_;
    return $request->{formEncoded} unless $request->{form};
    return join '&', map { _escape($_->[0]) . '=' . _escape($_->[1]) } @{ $request->{form} };
}

sub _escape {
    my ($text) = @_;
    utf8::encode($text);
    $text =~ s/([^A-Za-z0-9*._-])/$1 eq ' ' ? '+' : sprintf('%%%02X', ord $1)/ge;
    return $text;
}

# Answers questions until bye. An error of the library is an answer `refused`.
sub serve {
    my ($hello, $operations) = @_;
    my $json = JSON->new->utf8->canonical;
    my %known = (hello => sub { { protocol => 1, operations => [sort keys %$operations], %$hello } }, %$operations);
    $| = 1;
    while (my $line = <STDIN>) {
        my $question = $json->decode($line);
        last if $question->{op} eq 'bye';
        my $operation = $known{ $question->{op} };
        my $answer = $operation ? _answer($operation, $question) : { ok => JSON::false, error => 'unsupported' };
        print $json->encode({ id => $question->{id}, %$answer }), "\n";
    }
}

sub _answer {
    my ($operation, $question) = @_;
    return eval { { ok => JSON::true, %{ $operation->($question) } } } || { ok => JSON::false, error => 'refused', message => "$@" };
}

1;
