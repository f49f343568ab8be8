/**
 * Programs that execute the calls of `src/faults/helpers/correct-calls.ts`, one for each language. Each reads lines from stdin, such as
 * `encode .YQ==`: a call and its arguments in base64 after a full stop. It answers with a line of results, written alike.
 */

import { QUICK_JAVA } from "../programs.ts";

/** The calls by the names that the lines use. */
export type Calls = Readonly<Record<"encode" | "key" | "parse" | "sort" | Signing, string>>;

type Signing = `${"hmac" | "rsa"}${1 | 256 | 512}`;

/** How to execute calls in a language. */
export interface CallProgram {
  /** Exits with 0 if the language is installed. */
  readonly probe: readonly string[];
  /** Exits with 0 if the module that RSA needs is installed. @default RSA needs none */
  readonly rsaProbe?: readonly string[];
  readonly command: readonly string[];
  readonly fileName: string;
  readonly source: (calls: Calls) => string;
}

const SIZES = [1, 256, 512] as const;
const signing = (write: (name: Signing, kind: "hmac" | "rsa") => string): string =>
  (["hmac", "rsa"] as const).flatMap((kind) => SIZES.map((size) => write(`${kind}${size}`, kind))).join("\n");

const javaScript = (calls: Calls): string => `
import { createHmac, createSign } from "node:crypto";
import { readFileSync } from "node:fs";
const percentEncode = (text) => ${calls.encode};
const calls = {
  encode: (text) => [percentEncode(text)],
  key: (consumerSecret, tokenSecret) => [${calls.key}],
  parse: (query) => (${calls.parse}).flat(),
  sort: (...flat) => { const encoded = pairsOf(flat); return (${calls.sort}).flat(); },
${signing((name, kind) => `${name}: (${kind === "hmac" ? "key" : "privateKey"}, baseString) => [${calls[name]}],`)}
};
const pairsOf = (flat) => flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : []));
for (const line of readFileSync(0, "utf8").trimEnd().split("\\n")) {
  const [name, ...words] = line.split(" ");
  const results = calls[name](...words.map((word) => Buffer.from(word.slice(1), "base64").toString()));
  console.log(results.map((one) => "." + Buffer.from(one).toString("base64")).join(" "));
}`;

const python = (calls: Calls): string => `
import base64, hashlib, hmac, sys, urllib.parse
try:
  from cryptography.hazmat.primitives import hashes
  from cryptography.hazmat.primitives.asymmetric import padding
  from cryptography.hazmat.primitives.serialization import load_pem_private_key
except ImportError: pass
def rsa(sign): return lambda pem, base_string: sign(load_pem_private_key(pem.encode(), None), base_string)
def flat(pairs): return [text for pair in pairs for text in pair]
calls = {
  "encode": lambda text: [${calls.encode}],
  "key": lambda consumer_secret, token_secret: [${calls.key}],
  "parse": lambda query: flat(${calls.parse}),
  "sort": lambda *texts: (lambda encoded: flat(${calls.sort}))(list(zip(texts[0::2], texts[1::2]))),
${signing((name, kind) => {
  const call = `lambda key, base_string: [${calls[name]}]`;
  return `  "${name}": ${kind === "rsa" ? `rsa(${call})` : call},`;
})}
}
for line in sys.stdin:
  name, *words = line.rstrip("\\n").split(" ")
  results = calls[name](*[base64.b64decode(word[1:]).decode() for word in words])
  print(" ".join("." + base64.b64encode(one.encode()).decode() for one in results))
`;

const php = (calls: Calls): string => `<?php
$flat = fn ($pairs) => array_merge(...$pairs, ...[[]]);
$calls = [
  "encode" => fn ($text) => [${calls.encode}],
  "key" => fn ($consumerSecret, $tokenSecret) => [${calls.key}],
  "parse" => fn ($query) => $flat(${calls.parse}),
  "sort" => function (...$texts) use ($flat) { $encoded = array_chunk($texts, 2); ${calls.sort}; return $flat($encoded); },
${signing((name, kind) =>
  kind === "hmac"
    ? `  "${name}" => fn ($key, $baseString) => [${calls[name]}],`
    : `  "${name}" => function ($privateKey, $baseString) { ${calls[name]}; return [$signature]; },`,
)}
];
while (($line = fgets(STDIN)) !== false) {
  $words = explode(" ", rtrim($line, "\\n"));
  $name = array_shift($words);
  $results = $calls[$name](...array_map(fn ($word) => base64_decode(substr($word, 1)), $words));
  echo implode(" ", array_map(fn ($one) => "." . base64_encode($one), $results)), "\\n";
}`;

const ruby = (calls: Calls): string => `
require "base64"; require "erb"; require "openssl"; require "uri"
CALLS = {
  "encode" => ->(text) { [${calls.encode}] },
  "key" => ->(consumer_secret, token_secret) { [${calls.key}] },
  "parse" => ->(query) { (${calls.parse}).flatten },
  "sort" => ->(*texts) { encoded = texts.each_slice(2).to_a; (${calls.sort}).flatten },
${signing((name, kind) =>
  kind === "hmac"
    ? `  "${name}" => ->(key, base_string) { [${calls[name]}] },`
    : `  "${name}" => ->(pem, base_string) { private_key = OpenSSL::PKey.read(pem); [${calls[name]}] },`,
)}
}
STDIN.each_line do |line|
  name, *words = line.chomp.split(" ")
  results = CALLS[name].call(*words.map { |word| Base64.decode64(word[1..]).force_encoding("UTF-8") })
  puts results.map { |one| "." + Base64.strict_encode64(one) }.join(" ")
end`;

const perl = (calls: Calls): string => `
use strict; use warnings;
use Encode qw(decode_utf8 encode_utf8); use MIME::Base64; use Digest::SHA qw(hmac_sha1 hmac_sha256 hmac_sha512);
sub percent_encode { my ($text) = @_; return (${calls.encode}); }
my %calls = (
  encode => \\&percent_encode,
  key => sub { my ($consumer_secret, $token_secret) = @_; return (${calls.key}); },
  parse => sub { my ($query) = @_; return map { @$_ } ${calls.parse}; },
  sort => sub { my @encoded; push @encoded, [splice @_, 0, 2] while @_; return map { @$_ } ${calls.sort}; },
${signing((name, kind) =>
  kind === "hmac"
    ? `  ${name} => sub { my ($key, $base_string) = @_; return (${calls[name]}); },`
    : `  ${name} => sub { my ($pem, $base_string) = @_; require Crypt::PK::RSA; return (${calls[name]}); },`,
)}
);
while (my $line = <STDIN>) {
  chomp $line;
  my ($name, @words) = split / /, $line;
  my @results = $calls{$name}->(map { decode_utf8(decode_base64(substr $_, 1)) } @words);
  print join(" ", map { "." . encode_base64(encode_utf8($_), "") } @results), "\\n";
}`;

const java = (calls: Calls): string => `
import java.net.*; import java.nio.charset.StandardCharsets; import java.security.*; import java.security.spec.*;
import java.util.*; import java.util.stream.*; import javax.crypto.*; import javax.crypto.spec.*;
public class Calls {
  static String percentEncode(String text) { return ${calls.encode}; }
  static String key(String consumerSecret, String tokenSecret) { return ${calls.key}; }
  static String[][] parse(String query) { return ${calls.parse}; }
  static List<String[]> sort(List<String[]> encoded) { ${calls.sort}; return encoded; }
${signing((name, kind) => {
  const key = kind === "hmac" ? "String key" : "PrivateKey privateKey";
  return `  static String ${name}(${key}, String baseString) throws Exception { ${calls[name]}; return signature; }`;
})}
  static PrivateKey privateKey(String pem) throws Exception {
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
  }
  static String[] call(String name, String[] texts) throws Exception {
    switch (name) {
      case "encode": return new String[] { percentEncode(texts[0]) };
      case "key": return new String[] { key(texts[0], texts[1]) };
      case "parse": return Arrays.stream(parse(texts[0])).flatMap(Arrays::stream).toArray(String[]::new);
      case "sort": {
        List<String[]> encoded = new ArrayList<>();
        for (int at = 0; at < texts.length; at += 2) encoded.add(new String[] { texts[at], texts[at + 1] });
        return sort(encoded).stream().flatMap(Arrays::stream).toArray(String[]::new);
      }
${signing((name, kind) => {
  const key = kind === "hmac" ? "texts[0]" : "privateKey(texts[0])";
  return `      case "${name}": return new String[] { ${name}(${key}, texts[1]) };`;
})}
      default: throw new IllegalArgumentException(name);
    }
  }
  public static void main(String[] none) throws Exception {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    while (lines.hasNextLine()) {
      String[] words = lines.nextLine().split(" ");
      String[] texts = Arrays.stream(words).skip(1)
        .map(word -> new String(Base64.getDecoder().decode(word.substring(1)), StandardCharsets.UTF_8)).toArray(String[]::new);
      System.out.println(Arrays.stream(call(words[0], texts))
        .map(one -> "." + Base64.getEncoder().encodeToString(one.getBytes(StandardCharsets.UTF_8)))
        .collect(Collectors.joining(" ")));
    }
  }
}`;

const go = (calls: Calls): string => `
package main
import ("bufio"; "crypto"; "crypto/hmac"; "crypto/rand"; "crypto/rsa"; "crypto/sha1"; "crypto/sha256"; "crypto/sha512")
import ("crypto/x509"; "encoding/base64"; "encoding/pem"; "fmt"; "net/url"; "os"; "sort"; "strings")
func percentEncode(text string) string { return ${calls.encode} }
func joined(consumerSecret string, tokenSecret string) string { return ${calls.key} }
func parse(query string) (pairs [][2]string) { ${calls.parse}; return pairs }
func sorted(encoded [][2]string) [][2]string { ${calls.sort}; return encoded }
${signing((name, kind) =>
  kind === "hmac"
    ? `func ${name}(key string, baseString string) string { ${calls[name]}; return signature }`
    : `func ${name}(text string, baseString string) string {
  block, _ := pem.Decode([]byte(text)); key, _ := x509.ParsePKCS8PrivateKey(block.Bytes); privateKey := key.(*rsa.PrivateKey)
  ${calls[name]}; if err != nil { panic(err) }; return signature
}`,
)}
func flat(pairs [][2]string) (texts []string) {
  for _, pair := range pairs { texts = append(texts, pair[0], pair[1]) }
  return texts
}
func call(name string, texts []string) []string {
  switch name {
  case "encode": return []string{percentEncode(texts[0])}
  case "key": return []string{joined(texts[0], texts[1])}
  case "parse": return flat(parse(texts[0]))
  case "sort":
    var encoded [][2]string
    for at := 0; at < len(texts); at += 2 { encoded = append(encoded, [2]string{texts[at], texts[at+1]}) }
    return flat(sorted(encoded))
${signing((name) => `  case "${name}": return []string{${name}(texts[0], texts[1])}`)}
  }
  panic(name)
}
func main() {
  lines := bufio.NewScanner(os.Stdin)
  for lines.Scan() {
    words := strings.Split(lines.Text(), " ")
    var texts, results []string
    for _, word := range words[1:] { text, _ := base64.StdEncoding.DecodeString(word[1:]); texts = append(texts, string(text)) }
    for _, one := range call(words[0], texts) { results = append(results, "." + base64.StdEncoding.EncodeToString([]byte(one))) }
    fmt.Println(strings.Join(results, " "))
  }
}`;

/** The languages whose calls can be executed. */
export const CALL_PROGRAMS: Readonly<Record<string, CallProgram>> = {
  JavaScript: { probe: ["node", "-v"], command: ["node"], fileName: "calls.mjs", source: javaScript },
  Python: {
    probe: ["python3", "-V"],
    rsaProbe: ["python3", "-c", "import cryptography"],
    command: ["python3"],
    fileName: "calls.py",
    source: python,
  },
  Java: { probe: ["javac", "-version"], command: ["java", ...QUICK_JAVA], fileName: "Calls.java", source: java },
  PHP: {
    probe: ["php", "-r", "exit(function_exists('openssl_sign') ? 0 : 1);"],
    command: ["php"],
    fileName: "calls.php",
    source: php,
  },
  Ruby: { probe: ["ruby", "-e", "require 'openssl'"], command: ["ruby"], fileName: "calls.rb", source: ruby },
  Go: { probe: ["go", "version"], command: ["go", "run"], fileName: "calls.go", source: go },
  Perl: {
    probe: ["perl", "-v"],
    rsaProbe: ["perl", "-MCrypt::PK::RSA", "-e1"],
    command: ["perl"],
    fileName: "calls.pl",
    source: perl,
  },
};
