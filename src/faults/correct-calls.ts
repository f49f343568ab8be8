/** Correct code that the fixes of many faults share, by programming language. */

import { hashOf, type SignatureMethod } from "../model/index.ts";
import type { Fix } from "./fault.ts";

type Calls = Readonly<Record<string, string>>;

/** Percent-encodes a text (RFC 5849 3.6). */
export const ENCODE: Calls = {
  JavaScript: 'encodeURIComponent(text).replace(/[!\'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())',
  Python: 'urllib.parse.quote(text, safe="~")',
  Java: 'URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~")',
  "C#": "Uri.EscapeDataString(text)",
  PHP: "rawurlencode($text)",
  Ruby: "ERB::Util.url_encode(text)",
  Go: 'strings.ReplaceAll(url.QueryEscape(text), "+", "%20")',
};

/** Parses a query into decoded pairs, in order. */
export const PARSE_QUERY: Calls = {
  JavaScript: "[...new URLSearchParams(query)]",
  Python: "urllib.parse.parse_qsl(query, keep_blank_values=True)",
  Ruby: "URI.decode_www_form(query)",
};

/** Sorts pairs by the octets of their encoded names, then of their encoded values. */
export const SORT: Calls = {
  JavaScript: "encoded.sort(([a, b], [c, d]) => (a < c ? -1 : a > c ? 1 : b < d ? -1 : b > d ? 1 : 0))",
  Python: "sorted((quote(name), quote(value)) for name, value in pairs)",
  Ruby: "pairs.map { |pair| pair.map { |part| encode(part) } }.sort",
};

/** Computes an HMAC in base64. */
export const HMAC: Calls = {
  JavaScript: 'createHmac("sha1", key).update(baseString).digest("base64")',
  Python: "base64.b64encode(hmac.new(key.encode(), base_string.encode(), hashlib.sha1).digest()).decode()",
  PHP: 'base64_encode(hash_hmac("sha1", $baseString, $key, true))',
  Ruby: 'Base64.strict_encode64(OpenSSL::HMAC.digest("SHA1", key, base_string))',
  Java: 'mac = Mac.getInstance("HmacSHA1"); Base64.getEncoder().encodeToString(mac.doFinal(octets))',
  "C#": "Convert.ToBase64String(new HMACSHA1(key).ComputeHash(octets))",
  Go: "mac := hmac.New(sha1.New, key); mac.Write(baseString); base64.StdEncoding.EncodeToString(mac.Sum(nil))",
};

/** Signs with RSA PKCS#1 v1.5 in base64. */
export const RSA: Calls = {
  JavaScript: 'createSign("RSA-SHA256").update(baseString).sign(privateKey, "base64")',
  Python: "base64.b64encode(key.sign(base_string.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()",
  PHP: "openssl_sign($baseString, $signature, $privateKey, OPENSSL_ALGO_SHA256); base64_encode($signature)",
  Java: 'Signature.getInstance("SHA256withRSA")',
  "C#": "Convert.ToBase64String(rsa.SignData(octets, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1))",
  Go: "rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, digest)",
};

/** Changes the calls of a fix to the signature method of the request: HMAC or RSA, with its hash. */
export function fixFor(fix: Fix, signatureMethod: SignatureMethod): Fix {
  const isOfMethod = fix.calls === HMAC || fix.calls === RSA;
  if (!isOfMethod || signatureMethod === "PLAINTEXT") return fix;
  const size = hashOf(signatureMethod).slice("sha".length);
  const calls = Object.entries(signatureMethod.startsWith("RSA-") ? RSA : HMAC);
  return {
    ...fix,
    calls: Object.fromEntries(
      calls.map(([language, call]) => [language, call.replace(/(sha)(?:1|256)/gi, `$1${size}`)]),
    ),
  };
}

/** The calls in some of the languages. */
export function callsIn(calls: Calls, ...languages: readonly string[]): Calls {
  return Object.fromEntries(languages.map((language) => [language, calls[language]!]));
}
