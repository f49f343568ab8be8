<?php // Checks a signer with the core vectors. Needs only PHP 8. Run it: php core.php vectors
// The implementation under test. Replace this part with a call of your library. It has no RSA.
const URL = '~^(https?)://(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]+)(?::(\d*))?([^?#]*)\??([^#]*)~i';
function parse(string $form): array {
    preg_match_all('~(?!&|$)([^&=]*)=?([^&]*)~', $form, $pairs, PREG_SET_ORDER);
    return array_map(fn($pair) => [urldecode($pair[1]), urldecode($pair[2])], $pairs);
}

function sign(string $signatureMethod, array $secrets, string $method, string $url, array $parameters): ?string {
    $key = implode('&', array_map('rawurlencode', $secrets));
    if (!str_starts_with($signatureMethod, 'HMAC-')) return $signatureMethod === 'PLAINTEXT' ? $key : null;
    preg_match(URL, $url, $parts);
    [, $scheme, $host, $port, $path, $query] = $parts;
    $isDefault = $port === '' || (int) $port === ['http' => 80, 'https' => 443][strtolower($scheme)];
    $uri = strtolower("$scheme://$host" . ($isDefault ? '' : ":$port")) . ($path ?: '/');
    $pairs = array_map(fn($pair) => implode(' ', array_map('rawurlencode', $pair)), [...parse($query), ...$parameters]);
    sort($pairs, SORT_STRING);
    $text = implode('&', array_map('rawurlencode', [strtoupper($method), $uri, strtr(implode('&', $pairs), ' ', '=')]));
    return base64_encode(hash_hmac(str_replace('HMAC-', '', $signatureMethod), $text, $key, true));
}

// The rest reads the vectors, asks the implementation and compares its signatures.
$read = fn($name) => json_decode(file_get_contents("$argv[1]/$name.json"), true);
[$core, $file] = [$read('quick'), $read('requests')];
if ($core['format'] !== 1 || $file['format'] !== 1) throw new Exception('expected files of format 1');
$counts = ['passed' => 0, 'failed' => 0, 'not offered' => 0];
foreach ($file['vectors'] as $vector) {
    if ($vector['operation'] !== 'sign' || !in_array($vector['id'], $core['vectors'])) continue;
    $given = $vector['input'] + $vector['input']['credentials'] + ['protocolParameters' => []];
    $form = [...$given['request']['form'] ?? parse($given['request']['formEncoded'] ?? ''), ...$given['protocolParameters']];
    foreach (['consumerKey', 'token', 'signatureMethod', 'timestamp', 'nonce', 'version'] as $name)
        if (isset($given[$name])) $form[] = ['oauth_' . strtolower(preg_replace('/K|M/', '_$0', $name)), $given[$name]];
    $secrets = [$given['consumerSecret'] ?? '', $given['tokenSecret'] ?? ''];
    $actual = sign($given['signatureMethod'], $secrets, $given['request']['method'], $given['request']['url'], $form);
    $isRight = isset($vector['open']) || $actual === $vector['expected']['signature'];
    $counts[$verdict = $actual === null ? 'not offered' : ($isRight ? 'passed' : 'failed')]++;
    if ($verdict === 'failed') echo "failed: $vector[id] ($vector[comment])\n";
}
echo "$counts[passed] passed, $counts[failed] failed, {$counts['not offered']} not offered\n";
exit($counts['failed'] > 0 ? 1 : 0);
