<?php
// Sends a payment with hash_hmac, without a library: php pay.php 10.42 "two shirts"
$url = getenv('COUNTERSIGN_URL') . '/pay';
$form = ['amount' => $argv[1], 'note' => $argv[2]];
$oauth = [
    'oauth_consumer_key' => getenv('COUNTERSIGN_CONSUMER_KEY'),
    'oauth_nonce' => bin2hex(random_bytes(16)),
    'oauth_signature_method' => 'HMAC-SHA1',
    'oauth_timestamp' => (string) time(),
    'oauth_version' => '1.0',
];
$pairs = [];
foreach ($form + $oauth as $name => $value) $pairs[] = [rawurlencode($name), rawurlencode($value)];
usort($pairs, fn ($one, $other) => strcmp($one[0], $other[0]) ?: strcmp($one[1], $other[1]));
$parameters = implode('&', array_map(fn ($pair) => implode('=', $pair), $pairs));
$base = implode('&', array_map('rawurlencode', ['POST', $url, $parameters]));
$key = rawurlencode(getenv('COUNTERSIGN_CONSUMER_SECRET')) . '&';
$oauth['oauth_signature'] = base64_encode(hash_hmac('sha1', $base, $key, true));
$header = [];
foreach ($oauth as $name => $value) $header[] = $name . '="' . rawurlencode($value) . '"';
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: OAuth ' . implode(', ', $header), 'Content-Type: application/x-www-form-urlencoded'],
    'content' => http_build_query($form),
]]);
exit(file_get_contents($url, false, $context) === false ? 1 : 0);
