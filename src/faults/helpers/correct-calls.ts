/**
 * Correct code that many fixes share, by programming language. A test runs the code of the languages that are
 * installed. Imports are left out; code of several statements assigns its result to `signature`, `key`, `pairs` or `encoded`.
 */

import { hashOf, type SignatureMethod, type Stages } from "../../model/index.ts";
import { isRsaMethod } from "../../spec/signature-methods.ts";
import type { Fix } from "../fault.ts";

type Calls = Readonly<Record<string, string>>;

const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/** Percent-encodes a text (RFC 5849 3.6). */
export const ENCODE: Calls = {
  JavaScript: 'encodeURIComponent(text).replace(/[!\'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())',
  Python: 'urllib.parse.quote(text, safe="~")',
  Java: 'URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~")',
  Kotlin: 'URLEncoder.encode(text, "UTF-8").replace("+", "%20").replace("*", "%2A").replace("%7E", "~")',
  "C#": "Uri.EscapeDataString(text)",
  PHP: "rawurlencode($text)",
  Ruby: 'text.b.gsub(/[^\\w.~-]/n) { |octet| "%%%02X" % octet.ord }',
  Go: 'strings.ReplaceAll(url.QueryEscape(text), "+", "%20")',
  Perl: 'encode_utf8($text) =~ s/[^A-Za-z0-9._~-]/sprintf "%%%02X", ord $&/ger',
  Swift: `text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: "${UNRESERVED}"))!`,
  PowerShell: "[Uri]::EscapeDataString($text)",
  Rust: 'text.bytes().map(|b| if b.is_ascii_alphanumeric() || b"-._~".contains(&b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect::<String>()',
  Elixir: "URI.encode(text, &URI.char_unreserved?/1)",
  "Objective-C": `[text stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet characterSetWithCharactersInString:@"${UNRESERVED}"]]`,
  Dart: 'Uri.encodeComponent(text).replaceAllMapped(RegExp(r"[!\'()*]"), (m) => "%" + m[0]!.codeUnitAt(0).toRadixString(16).toUpperCase())',
};

/** Joins the secrets to the key of HMAC and PLAINTEXT. Each language encodes `text`, one secret at a time. */
export const KEY: Calls = {
  JavaScript: `[consumerSecret, tokenSecret ?? ""].map((text) => ${ENCODE.JavaScript}).join("&")`,
  Python: '"&".join(urllib.parse.quote(text, safe="~") for text in [consumer_secret, token_secret or ""])',
  Java: `Stream.of(consumerSecret, tokenSecret).map(text -> ${ENCODE.Java}).collect(Collectors.joining("&"))`,
  Kotlin: `listOf(consumerSecret, tokenSecret.orEmpty()).joinToString("&") { text -> ${ENCODE.Kotlin} }`,
  "C#": 'Uri.EscapeDataString(consumerSecret) + "&" + Uri.EscapeDataString(tokenSecret ?? "")',
  PHP: 'rawurlencode($consumerSecret) . "&" . rawurlencode($tokenSecret ?? "")',
  Ruby: `[consumer_secret, token_secret.to_s].map { |text| ${ENCODE.Ruby} }.join("&")`,
  Go: 'strings.ReplaceAll(url.QueryEscape(consumerSecret)+"&"+url.QueryEscape(tokenSecret), "+", "%20")',
  Perl: `join "&", map { my $text = $_; ${ENCODE.Perl} } $consumer_secret, $token_secret // ""`,
  Swift: `[consumerSecret, tokenSecret ?? ""].map { text in ${ENCODE.Swift} }.joined(separator: "&")`,
  PowerShell: '[Uri]::EscapeDataString($consumerSecret) + "&" + [Uri]::EscapeDataString("$tokenSecret")',
  Rust: `[consumer_secret, token_secret.unwrap_or("")].map(|text| ${ENCODE.Rust}).join("&")`,
  Elixir: `Enum.map_join([consumer_secret, token_secret || ""], "&", fn text -> ${ENCODE.Elixir} end)`,
  "Objective-C": `NSString *(^encode)(NSString *) = ^(NSString *text) { return ${ENCODE["Objective-C"]}; }; NSString *key = [NSString stringWithFormat:@"%@&%@", encode(consumerSecret), encode(tokenSecret ?: @"")];`,
  Dart: `[consumerSecret, tokenSecret ?? ""].map((text) => ${ENCODE.Dart}).join("&")`,
};

/** Parses a query without its ? into decoded pairs, in order. */
export const PARSE_QUERY: Calls = {
  // Without the ?, a query that begins with another ? would lose it.
  JavaScript: '[...new URLSearchParams("?" + query)]',
  Python: "urllib.parse.parse_qsl(query, keep_blank_values=True)",
  Java: 'Arrays.stream(query.split("&")).filter(pair -> !pair.isEmpty()).map(pair -> (pair.contains("=") ? pair : pair + "=").split("=", 2)).map(pair -> new String[] { URLDecoder.decode(pair[0], StandardCharsets.UTF_8), URLDecoder.decode(pair[1], StandardCharsets.UTF_8) }).toArray(String[][]::new)',
  "C#": "query.Split('&').Where(pair => pair != \"\").Select(pair => (pair + (pair.Contains('=') ? \"\" : \"=\")).Split(new[] { '=' }, 2)).Select(pair => (WebUtility.UrlDecode(pair[0]), WebUtility.UrlDecode(pair[1])))",
  PHP: 'array_map(fn ($pair) => array_map("urldecode", explode("=", $pair, 2) + [1 => ""]), array_values(array_filter(explode("&", $query), "strlen")))',
  Ruby: 'query.split("&").reject(&:empty?).flat_map { |pair| URI.decode_www_form(pair) }',
  Go: 'for _, pair := range strings.Split(query, "&") { name, value, _ := strings.Cut(pair, "="); name, _ = url.QueryUnescape(name); value, _ = url.QueryUnescape(value); if pair != "" { pairs = append(pairs, [2]string{name, value}) } }',
  Perl: "map { [map { decode_utf8(tr/+/ /r =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ger) } /^([^=]*)=?(.*)/s] } grep { length } split /&/, $query",
};

/** Sorts pairs of encoded names and values by their octets: by name, then by value. */
export const SORT: Calls = {
  JavaScript: "encoded.sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0))",
  Python: "sorted(encoded)",
  Java: "encoded.sort(Comparator.comparing((String[] pair) -> pair[0]).thenComparing(pair -> pair[1]))",
  Kotlin: "encoded.sortedWith(compareBy({ it.first }, { it.second }))",
  "C#": "encoded.OrderBy(pair => pair.Name, StringComparer.Ordinal).ThenBy(pair => pair.Value, StringComparer.Ordinal)",
  PHP: "usort($encoded, fn ($a, $b) => strcmp($a[0], $b[0]) ?: strcmp($a[1], $b[1]))",
  Ruby: "encoded.sort",
  Go: "sort.Slice(encoded, func(i, j int) bool { a, b := encoded[i], encoded[j]; return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] })",
  Perl: "sort { $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @encoded",
  Swift: "encoded.sorted { ($0.name, $0.value) < ($1.name, $1.value) }",
  PowerShell:
    "$encoded.Sort([Comparison[object]] { param($a, $b) $byName = [string]::CompareOrdinal($a[0], $b[0]); if ($byName) { $byName } else { [string]::CompareOrdinal($a[1], $b[1]) } })",
  Rust: "encoded.sort()",
  Elixir: "Enum.sort(encoded)",
  "Objective-C":
    "[encoded sortUsingComparator:^(NSArray *a, NSArray *b) { NSComparisonResult byName = [a.firstObject compare:b.firstObject options:NSLiteralSearch]; return byName != NSOrderedSame ? byName : [a.lastObject compare:b.lastObject options:NSLiteralSearch]; }]",
};

/** Computes an HMAC in base64. */
export const HMAC: Calls = {
  JavaScript: 'createHmac("sha1", key).update(baseString).digest("base64")',
  Python: "base64.b64encode(hmac.new(key.encode(), base_string.encode(), hashlib.sha1).digest()).decode()",
  Java: 'Mac mac = Mac.getInstance("HmacSHA1"); mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA1")); String signature = Base64.getEncoder().encodeToString(mac.doFinal(baseString.getBytes(StandardCharsets.UTF_8)))',
  Kotlin:
    'Mac.getInstance("HmacSHA1").run { init(SecretKeySpec(key.toByteArray(), "HmacSHA1")); Base64.getEncoder().encodeToString(doFinal(baseString.toByteArray())) }',
  "C#": "Convert.ToBase64String(new HMACSHA1(Encoding.UTF8.GetBytes(key)).ComputeHash(Encoding.UTF8.GetBytes(baseString)))",
  PHP: 'base64_encode(hash_hmac("sha1", $baseString, $key, true))',
  Ruby: 'Base64.strict_encode64(OpenSSL::HMAC.digest("SHA1", key, base_string))',
  Go: "mac := hmac.New(sha1.New, []byte(key)); mac.Write([]byte(baseString)); signature := base64.StdEncoding.EncodeToString(mac.Sum(nil))",
  Perl: 'encode_base64(hmac_sha1($base_string, $key), "")',
  Swift:
    "Data(HMAC<Insecure.SHA1>.authenticationCode(for: Data(baseString.utf8), using: SymmetricKey(data: Data(key.utf8)))).base64EncodedString()",
  Dart: "base64.encode(Hmac(sha1, utf8.encode(key)).convert(utf8.encode(baseString)).bytes)",
};

/** Signs with RSA PKCS#1 v1.5 in base64. */
export const RSA: Calls = {
  JavaScript: 'createSign("RSA-SHA256").update(baseString).sign(privateKey, "base64")',
  Python: "base64.b64encode(key.sign(base_string.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()",
  Java: 'Signature signer = Signature.getInstance("SHA256withRSA"); signer.initSign(privateKey); signer.update(baseString.getBytes(StandardCharsets.UTF_8)); String signature = Base64.getEncoder().encodeToString(signer.sign())',
  Kotlin:
    'Signature.getInstance("SHA256withRSA").run { initSign(privateKey); update(baseString.toByteArray()); Base64.getEncoder().encodeToString(sign()) }',
  "C#": "Convert.ToBase64String(rsa.SignData(Encoding.UTF8.GetBytes(baseString), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1))",
  PHP: "openssl_sign($baseString, $octets, $privateKey, OPENSSL_ALGO_SHA256); $signature = base64_encode($octets)",
  Ruby: 'Base64.strict_encode64(private_key.sign("SHA256", base_string))',
  Go: "hash := sha256.New(); hash.Write([]byte(baseString)); octets, err := rsa.SignPKCS1v15(rand.Reader, privateKey, crypto.SHA256, hash.Sum(nil)); signature := base64.StdEncoding.EncodeToString(octets)",
  Perl: 'encode_base64(Crypt::PK::RSA->new(\\$pem)->sign_message($base_string, "SHA256", "v1.5"), "")',
  Swift:
    "(SecKeyCreateSignature(privateKey, .rsaSignatureMessagePKCS1v15SHA256, Data(baseString.utf8) as CFData, nil)! as Data).base64EncodedString()",
};

/** Writes the header with a client's own `encode`. */
const HEADER: Calls = {
  JavaScript: `"OAuth " + pairs.map(([name, value]) => encode(name) + '="' + encode(value) + '"').join(", ")`,
};

/** For a fix that is no code. */
export const NO_CODE: Calls = {};

const CALLS_OF_STAGE: { readonly [Name in keyof Stages]?: Calls } = {
  authority: { JavaScript: "new URL(url).host" },
  baseStringUri: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
  decodeForm: PARSE_QUERY,
  encodeParameters: ENCODE,
  percentEncode: ENCODE,
  sortParameters: SORT,
  key: KEY,
  signature: HMAC,
  authorizationHeader: HEADER,
};

/**
 * A fix with the code of its stage, unless it has its own. Encoder mistakes also get the code of a correct encoder, unless a fix
 * states that it has none.
 */
export function fixOfStage({ calls, ...fix }: Fix, stage: keyof Stages, method: SignatureMethod): Fix {
  if (calls === NO_CODE) return fix;
  const ofStage = stage === "signature" && isRsaMethod(method) ? RSA : CALLS_OF_STAGE[stage];
  if (stage === "percentEncode") return { ...fix, calls: { ...calls, ...ENCODE, ...calls } };
  return calls || ofStage ? { ...fix, calls: calls ?? ofStage! } : fix;
}

/** Changes the calls of a fix to the signature method of the request: HMAC or RSA, with its hash. */
export function fixFor(fix: Fix, signatureMethod: SignatureMethod): Fix {
  const isOfMethod = fix.calls === HMAC || fix.calls === RSA;
  if (!isOfMethod || signatureMethod === "PLAINTEXT") return fix;
  const size = hashOf(signatureMethod).slice("sha".length);
  const calls = Object.entries(isRsaMethod(signatureMethod) ? RSA : HMAC);
  return {
    ...fix,
    calls: Object.fromEntries(calls.map(([language, call]) => [language, withHash(call, size)])),
  };
}

/** In Swift, only SHA-1 is `Insecure`; in Go, SHA-384 has no own package. */
function withHash(call: string, size: string): string {
  return call
    .replace(/(sha)(?:1|256)/gi, `$1${size}`)
    .replace(/Insecure\.(?!SHA1>)/, "")
    .replace("sha384.New", "sha512.New384");
}

/** The calls in some of the languages. */
export function callsIn(calls: Calls, ...languages: readonly string[]): Calls {
  return Object.fromEntries(languages.map((language) => [language, calls[language]!]));
}
