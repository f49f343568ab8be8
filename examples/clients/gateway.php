<?php
/*
A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4.
It needs PHP 8 with the extension openssl.

    php gateway.php create-card-ref CLIENT_ORDERID ORDERID
    php gateway.php status CLIENT_ORDERID [ORDERID]
    php gateway.php post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
    php gateway.php callback QUERY                  verifies the query of a callback

Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
GATEWAY_PRIVATE_KEY_FILE (PEM) and GATEWAY_ENDPOINT.
*/

declare(strict_types=1);

/** The gateway reported an error, or a callback is not the gateway's. */
class GatewayError extends Exception
{
}

/** Encodes pairs of text as RFC 5849 3.6 says: rawurlencode leaves letters, digits and - . _ ~. */
function encodePairs(array $pairs): array
{
    return array_map(fn (array $pair) => [rawurlencode($pair[0]), rawurlencode($pair[1])], $pairs);
}

function joinPairs(array $pairs): string
{
    return implode('&', array_map(fn (array $pair) => "$pair[0]=$pair[1]", $pairs));
}

/** Decodes a form. parse_str would change names and drop repeated ones. */
function decodeForm(string $text): array
{
    $pairs = array_map(fn (string $pair) => explode('=', $pair, 2) + ['', ''], explode('&', $text));
    return array_map(fn (array $pair) => [urldecode($pair[0]), urldecode($pair[1])], $pairs);
}

function sign(string $method, string $baseString): string
{
    if ($method === 'RSA-SHA256') {
        $key = openssl_pkey_get_private(file_get_contents(getenv('GATEWAY_PRIVATE_KEY_FILE')));
        openssl_sign($baseString, $signature, $key, OPENSSL_ALGO_SHA256);
        return base64_encode($signature);
    }
    // There is no token, so the key ends in an ampersand.
    return base64_encode(hash_hmac('sha1', $baseString, rawurlencode(getenv('GATEWAY_CONTROL_KEY')) . '&', true));
}

/** Sends a signed form, a list of pairs, and returns the fields of the answer. */
function post(string $operation, array $form): array
{
    $url = getenv('GATEWAY_URL') . "/$operation/" . getenv('GATEWAY_ENDPOINT');
    $isHmac = str_starts_with($operation, 'v2/');
    $method = $isHmac ? 'HMAC-SHA1' : 'RSA-SHA256';
    $protocol = [
        ['oauth_consumer_key', getenv('GATEWAY_LOGIN')],
        ['oauth_nonce', bin2hex(random_bytes(16))],
        ['oauth_signature_method', $method],
        ['oauth_timestamp', (string) time()],
        ['oauth_version', '1.0'],
    ];
    // Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2). strcmp never compares texts as numbers.
    $all = encodePairs([...$form, ...$protocol]);
    usort($all, fn (array $a, array $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]));
    $baseString = 'POST&' . rawurlencode($url) . '&' . rawurlencode(joinPairs($all));
    $header = encodePairs([...$protocol, ['oauth_signature', sign($method, $baseString)]]);
    $fields = implode(', ', array_map(fn (array $pair) => "$pair[0]=\"$pair[1]\"", $header));
    // For HMAC-SHA1 the gateway's documents have an empty realm, and repeat the protocol parameters in the body.
    $authorization = ($isHmac ? 'OAuth realm="", ' : 'OAuth ') . $fields;
    $body = joinPairs(encodePairs($isHmac ? [...$form, ...$protocol] : $form));
    return readAnswer(...send($url, $authorization, $body));
}

/** Returns HTTP status and body. */
function send(string $url, string $authorization, string $body): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ["Authorization: $authorization", 'Content-Type: application/x-www-form-urlencoded'],
        'content' => $body,
        'timeout' => 30,
        'ignore_errors' => true, // returns the body of an error, too
        'follow_location' => 0, // the signature is for one URL
    ]]);
    $text = @file_get_contents($url, false, $context);
    if ($text === false) {
        throw new GatewayError('no answer: ' . error_get_last()['message']);
    }
    return [(int) explode(' ', $http_response_header[0])[1], $text];
}

function readAnswer(int $status, string $text): array
{
    if ($status === 401 || $status === 403) {
        throw new GatewayError("HTTP $status: the gateway rejects the signature, and does not say why");
    }
    if ($status !== 200) {
        throw new GatewayError("HTTP $status: " . substr($text, 0, 200));
    }
    // Each value ends in a line feed.
    $fields = array_map('trim', array_column(decodeForm($text), 1, 0));
    if (in_array($fields['type'] ?? '', ['validation-error', 'error'], true)) {
        throw new GatewayError("{$fields['type']} {$fields['error-code']}: {$fields['error-message']}");
    }
    return $fields;
}

function createCardRef(string $clientOrderId, string $orderId): array
{
    return post('v4/create-card-ref', [['client_orderid', $clientOrderId], ['orderid', $orderId]]);
}

function status(string $clientOrderId, ?string $orderId = null): array
{
    $form = [['login', getenv('GATEWAY_LOGIN')], ['client_orderid', $clientOrderId]];
    return post('v4/status', $orderId === null ? $form : [...$form, ['orderid', $orderId]]);
}

/** Returns the fields of a callback. The checksum covers status and both ids only: ask for the status to know more. */
function verifyCallback(string $query): array
{
    $pairs = decodeForm(ltrim($query, '?'));
    $fields = array_column($pairs, 1, 0);
    if (count($fields) < count($pairs)) {
        throw new GatewayError('callback: a field is repeated');
    }
    foreach (['status', 'orderid', 'merchant_order', 'control'] as $name) {
        if (!isset($fields[$name])) {
            throw new GatewayError("callback: there is no $name");
        }
    }
    $expected = sha1($fields['status'] . $fields['orderid'] . $fields['merchant_order'] . getenv('GATEWAY_CONTROL_KEY'));
    if (!hash_equals($expected, $fields['control'])) {
        throw new GatewayError('callback: control is wrong');
    }
    return $fields;
}

function main(string $command = '', string ...$words): void
{
    $fields = match (true) {
        $command === 'create-card-ref' && count($words) === 2 => createCardRef(...$words),
        $command === 'status' && in_array(count($words), [1, 2], true) => status(...$words),
        $command === 'post' && count($words) > 0 => post(
            $words[0],
            array_map(fn (string $word) => explode('=', $word, 2) + ['', ''], array_slice($words, 1)),
        ),
        $command === 'callback' && count($words) === 1 => verifyCallback(...$words),
        default => throw new GatewayError('usage: php gateway.php create-card-ref|status|post|callback ...'),
    };
    foreach ($fields as $name => $value) {
        echo "$name=$value\n";
    }
}

try {
    main(...array_slice($argv, 1));
} catch (GatewayError $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
