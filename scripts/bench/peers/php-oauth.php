<?php
// Signs one form with PHP's extension oauth: php php-oauth.php COUNT URL KEY SECRET NAME VALUE…
// Prints the nanoseconds of CPU time of a signature.
[, $count, $url, $key, $secret] = $argv;
$form = [];
for ($at = 5; $at < $argc; $at += 2) $form[$argv[$at]] = $argv[$at + 1];

$spent = function () {
    $usage = getrusage();
    return ($usage["ru_utime.tv_sec"] + $usage["ru_stime.tv_sec"]) * 1e9 + ($usage["ru_utime.tv_usec"] + $usage["ru_stime.tv_usec"]) * 1e3;
};
$oauth = new OAuth($key, $secret, OAUTH_SIG_METHOD_HMACSHA1, OAUTH_AUTH_TYPE_AUTHORIZATION);
$began = $spent();
for ($round = 0; $round < $count; $round++) {
    // Without them the extension would repeat the first ones.
    $oauth->setNonce(bin2hex(random_bytes(16)));
    $oauth->setTimestamp((string) time());
    $header = $oauth->getRequestHeader("POST", $url, $form);
    $body = http_build_query($form, "", "&", PHP_QUERY_RFC3986);
}
if (!str_contains($header, "oauth_signature=") || $body === "") exit(1);
echo ($spent() - $began) / $count, "\n";
