/**
 * Programs that execute the calls of `src/faults/helpers/correct-calls.ts`, one for each language. Each reads lines from stdin, such as
 * `encode .YQ==`: a call and its arguments in base64 after a full stop. It answers with a line of results, written alike.
 */

import { QUICK_JAVA } from "../programs.ts";

/** The calls by the names that the lines use; empty if there is no code in the language. */
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

const cSharp = (calls: Calls): string => `
using System; using System.Collections.Generic; using System.Linq; using System.Net; using System.Text;
using System.Security.Cryptography; using Mono.Security.Cryptography;
class Calls {
  static string Encode(string text) { return ${calls.encode}; }
  static string Key(string consumerSecret, string tokenSecret) { return ${calls.key}; }
  static IEnumerable<(string Name, string Value)> Parse(string query) { return ${calls.parse}; }
  static IEnumerable<(string Name, string Value)> Sort(IEnumerable<(string Name, string Value)> encoded) {
    return ${calls.sort};
  }
  static IEnumerable<string> Flat(IEnumerable<(string Name, string Value)> pairs) {
    return pairs.SelectMany(pair => new[] { pair.Name, pair.Value });
  }
  static RSA PrivateKey(string pem) {
    var der = Convert.FromBase64String(string.Concat(pem.Split('\\n').Where(line => !line.StartsWith("-"))));
    return PKCS8.PrivateKeyInfo.DecodeRSA(new PKCS8.PrivateKeyInfo(der).PrivateKey);
  }
  static IEnumerable<string> Call(string name, string[] texts) {
    switch (name) {
      case "encode": return new[] { Encode(texts[0]) };
      case "key": return new[] { Key(texts[0], texts[1]) };
      case "parse": return Flat(Parse(texts[0]));
      case "sort": return Flat(Sort(Enumerable.Range(0, texts.Length / 2).Select(at => (texts[2 * at], texts[2 * at + 1]))));
${signing((name, kind) => {
  const given = kind === "hmac" ? "var key = texts[0]" : "var rsa = PrivateKey(texts[0])";
  return `      case "${name}": { ${given}; var baseString = texts[1]; return new[] { ${calls[name]} }; }`;
})}
      default: throw new ArgumentException(name);
    }
  }
  static void Main() {
    for (string line; (line = Console.ReadLine()) != null;) {
      var words = line.Split(' ');
      var texts = words.Skip(1).Select(word => Encoding.UTF8.GetString(Convert.FromBase64String(word.Substring(1)))).ToArray();
      Console.WriteLine(string.Join(" ", Call(words[0], texts).Select(one => "." + Convert.ToBase64String(Encoding.UTF8.GetBytes(one)))));
    }
  }
}`;

const kotlin = (calls: Calls): string => `
import java.net.URLEncoder
import java.security.*
import java.security.spec.PKCS8EncodedKeySpec
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
fun encode(text: String) = ${calls.encode}
fun key(consumerSecret: String, tokenSecret: String?) = ${calls.key}
fun sort(encoded: List<Pair<String, String>>) = ${calls.sort}
fun privateKey(pem: String): PrivateKey = KeyFactory.getInstance("RSA").generatePrivate(
  PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.replace(Regex("-----[A-Z ]+-----"), ""))))
${signing((name, kind) => {
  const given = kind === "hmac" ? "key: String" : "privateKey: PrivateKey";
  return `fun ${name}(${given}, baseString: String) = ${calls[name]}`;
})}
fun call(name: String, texts: List<String>): List<String> = when (name) {
  "encode" -> listOf(encode(texts[0]))
  "key" -> listOf(key(texts[0], texts[1]))
  "sort" -> sort(texts.chunked(2).map { it[0] to it[1] }).flatMap { it.toList() }
${signing((name, kind) => `  "${name}" -> listOf(${name}(${kind === "hmac" ? "texts[0]" : "privateKey(texts[0])"}, texts[1]))`)}
  else -> throw IllegalArgumentException(name)
}
fun main() {
  for (line in generateSequence(::readLine)) {
    val words = line.split(" ")
    val texts = words.drop(1).map { String(Base64.getDecoder().decode(it.substring(1))) }
    println(call(words[0], texts).joinToString(" ") { "." + Base64.getEncoder().encodeToString(it.toByteArray()) })
  }
}`;

const elixir = (calls: Calls): string => `
calls = %{
  "encode" => fn [text] -> [${calls.encode}] end,
  "key" => fn [consumer_secret, token_secret] -> [${calls.key}] end,
  "sort" => fn texts ->
    encoded = texts |> Enum.chunk_every(2) |> Enum.map(&List.to_tuple/1)
    ${calls.sort} |> Enum.flat_map(&Tuple.to_list/1)
  end
}
for line <- IO.stream(:stdio, :line) do
  [name | words] = line |> String.trim_trailing("\\n") |> String.split(" ")
  results = calls[name].(Enum.map(words, fn "." <> word -> Base.decode64!(word) end))
  IO.puts(Enum.map_join(results, " ", &("." <> Base.encode64(&1))))
end`;

const rust = (calls: Calls): string => `
use std::io::BufRead;
const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
fn from_base64(text: &str) -> String {
  let (mut octets, mut bits, mut count) = (Vec::new(), 0u32, 0);
  for value in text.bytes().filter_map(|byte| DIGITS.iter().position(|one| *one == byte)) {
    bits = bits << 6 | value as u32;
    count += 6;
    if count >= 8 { count -= 8; octets.push((bits >> count) as u8); bits &= (1 << count) - 1; }
  }
  String::from_utf8(octets).unwrap()
}
fn to_base64(text: &str) -> String {
  text.as_bytes().chunks(3).map(|three| {
    let bits = (0..3).fold(0u32, |bits, at| bits << 8 | *three.get(at).unwrap_or(&0) as u32);
    (0..4).map(|at| if at > three.len() { '=' } else { DIGITS[(bits >> (18 - 6 * at)) as usize & 63] as char }).collect::<String>()
  }).collect()
}
fn encode(text: &str) -> String { ${calls.encode} }
fn key(consumer_secret: &str, token_secret: Option<&str>) -> String { ${calls.key} }
fn sort(mut encoded: Vec<(String, String)>) -> Vec<(String, String)> { ${calls.sort}; encoded }
fn main() {
  for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {
    let mut words = line.split(' ');
    let name = words.next().unwrap();
    let texts: Vec<String> = words.map(|word| from_base64(&word[1..])).collect();
    let results = match name {
      "encode" => vec![encode(&texts[0])],
      "key" => vec![key(&texts[0], Some(&texts[1]))],
      "sort" => sort(texts.chunks(2).map(|two| (two[0].clone(), two[1].clone())).collect()).into_iter().flat_map(|pair| [pair.0, pair.1]).collect(),
      _ => panic!("{}", name),
    };
    println!("{}", results.iter().map(|one| format!(".{}", to_base64(one))).collect::<Vec<_>>().join(" "));
  }
}`;

const objectiveC = (calls: Calls): string => `
#import <Foundation/Foundation.h>
NSString *percentEncode(NSString *text) { return ${calls.encode}; }
NSString *joined(NSString *consumerSecret, NSString *tokenSecret) { ${calls.key} return key; }
NSArray *call(NSString *name, NSArray *texts) {
  if ([name isEqualToString:@"encode"]) return [NSArray arrayWithObject:percentEncode(texts.firstObject)];
  if ([name isEqualToString:@"key"]) return [NSArray arrayWithObject:joined(texts.firstObject, texts.lastObject)];
  NSMutableArray *encoded = [NSMutableArray array];
  for (NSUInteger at = 0; at < texts.count; at += 2) [encoded addObject:[texts subarrayWithRange:NSMakeRange(at, 2)]];
  ${calls.sort};
  NSMutableArray *flat = [NSMutableArray array];
  for (NSArray *pair in encoded) [flat addObjectsFromArray:pair];
  return flat;
}
int main(void) {
  @autoreleasepool {
    NSData *input = [[NSFileHandle fileHandleWithStandardInput] readDataToEndOfFile];
    NSString *all = [[NSString alloc] initWithData:input encoding:NSUTF8StringEncoding];
    for (NSString *line in [all componentsSeparatedByString:@"\\n"]) {
      if (line.length == 0) continue;
      NSMutableArray *texts = [NSMutableArray array];
      NSMutableArray *results = [NSMutableArray array];
      NSArray *words = [line componentsSeparatedByString:@" "];
      for (NSString *word in words) {
        if (![word hasPrefix:@"."]) continue;
        NSData *octets = [[NSData alloc] initWithBase64EncodedString:[word substringFromIndex:1] options:0];
        [texts addObject:[[NSString alloc] initWithData:octets encoding:NSUTF8StringEncoding]];
      }
      for (NSString *one in call(words.firstObject, texts)) {
        NSString *text = [[one dataUsingEncoding:NSUTF8StringEncoding] base64EncodedStringWithOptions:0];
        [results addObject:[@"." stringByAppendingString:text]];
      }
      printf("%s\\n", [[results componentsJoinedByString:@" "] UTF8String]);
    }
  }
}`;

/** Runs a shell command that compiles the file `$0`. What the compiler writes is shown only if it fails. */
const compiledBy = (compile: string, run: string): readonly string[] => [
  "sh",
  "-c",
  `compiled=$({ ${compile}; } 2>&1) || { echo "$compiled" >&2; exit 1; }; exec ${run}`,
];

/** GNUstep with the runtime of GCC, whose headers clang does not find by itself; a header for blocks comes with another runtime. */
const GNUSTEP = `
  mkdir -p "$0.include/objc"
  echo "#include <Block.h>" > "$0.include/objc/blocks_runtime.h"
  clang -fblocks -fobjc-runtime=gcc $(gnustep-config --objc-flags) -I "$0.include" -idirafter "$(gcc -print-file-name=include)" \\
    "$0" -o "$0.out" $(gnustep-config --base-libs) -lBlocksRuntime`;

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
  "C#": {
    probe: ["mcs", "--version"],
    command: compiledBy('mcs -r:Mono.Security "$0" -out:"$0.exe"', 'mono "$0.exe"'),
    fileName: "calls.cs",
    source: cSharp,
  },
  Kotlin: {
    probe: ["which", "kotlinc"],
    command: compiledBy('kotlinc "$0" -include-runtime -d "$0.jar"', `java ${QUICK_JAVA.join(" ")} -jar "$0.jar"`),
    fileName: "calls.kt",
    source: kotlin,
  },
  Elixir: { probe: ["elixir", "--version"], command: ["elixir"], fileName: "calls.exs", source: elixir },
  Rust: {
    probe: ["rustc", "--version"],
    command: compiledBy('rustc -o "$0.out" "$0"', '"$0.out"'),
    fileName: "calls.rs",
    source: rust,
  },
  "Objective-C": {
    probe: ["sh", "-c", "clang --version && gnustep-config --base-libs"],
    command: compiledBy(GNUSTEP, '"$0.out"'),
    fileName: "calls.m",
    source: objectiveC,
  },
};
