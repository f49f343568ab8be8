/** A signed form post in Go. */

import { codePointLiteral as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function goSnippet(input: SnippetInput): string {
  const { token, contentType } = input;
  const parts = listsInBody(input);
  const content = input.body === undefined ? undefined : text(input.body);
  const body = parts === undefined ? content : `join(encodePairs(${appended(parts)}), "", "=", "", "&")`;
  const query = input.query.length === 0 ? "" : '+"?"+join(encodePairs(query), "", "=", "", "&")';
  return `package main

import (
${packagesOf(input)
  .map((name) => `\t"${name}"\n`)
  .join("")})

type pair struct{ name, value string }

// encode percent-encodes text (RFC 5849 3.6).
func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func encodePairs(pairs []pair) []pair {
	encoded := []pair{}
	for _, one := range pairs {
		encoded = append(encoded, pair{encode(one.name), encode(one.value)})
	}
	return encoded
}

func join(pairs []pair, before, between, after, separator string) string {
	texts := []string{}
	for _, one := range pairs {
		texts = append(texts, before+one.name+between+one.value+after)
	}
	return strings.Join(texts, separator)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	address := ${text(input.url)}
${declaredLists(input)
  .map(
    ([list, pairs]) =>
      `\t${list} := []pair{\n${pairs.map(([name, value]) => `\t\t{${text(name)}, ${text(value)}},\n`).join("")}\t}\n`,
  )
  .join("")}	nonce := make([]byte, 16)
	_, err := rand.Read(nonce)
	check(err)
	protocol := []pair{
		{"oauth_consumer_key", ${text(input.consumerKey)}},
		{"oauth_nonce", hex.EncodeToString(nonce)},
		{"oauth_signature_method", "${input.signatureMethod}"},
		{"oauth_timestamp", strconv.FormatInt(time.Now().Unix(), 10)},
${token === undefined ? "" : `\t\t{"oauth_token", ${text(token)}},\n`}		{"oauth_version", "1.0"},
	}
	sorted := encodePairs(${appended(signedLists(input))})
	sort.Slice(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.name < b.name || a.name == b.name && a.value < b.value
	})
	baseString := "${input.method}&" + encode(address) + "&" + encode(join(sorted, "", "=", "", "&"))
${input.isRsa ? rsa(input) : hmac(input)}
	signed := append(protocol, pair{"oauth_signature", base64.StdEncoding.EncodeToString(signature)})
	request, err := http.NewRequest("${input.method}", address${query}, ${body === undefined ? "http.NoBody" : `strings.NewReader(${body})`})
	check(err)
	request.Header.Set("Authorization", ${text(input.headerStart)}+join(encodePairs(signed), "", "=\\"", "\\"", ", "))
${contentType === undefined ? "" : `\trequest.Header.Set("Content-Type", ${text(contentType)})\n`}	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	fmt.Println(response.StatusCode, string(answer))
}
`;
}

const COMMON_PACKAGES = [
  ...["crypto/rand", "encoding/base64", "encoding/hex", "fmt", "io", "net/http", "net/url", "os", "sort", "strconv"],
  ...["strings", "time"],
];

const RSA_PACKAGES = ["crypto", "crypto/rsa", "crypto/x509", "encoding/pem"];

/** Each hash has a separate package. */
function packagesOf({ isRsa, hash }: SnippetInput): string[] {
  return [...COMMON_PACKAGES, ...(isRsa ? RSA_PACKAGES : ["crypto/hmac"]), `crypto/${namesOf(hash).package}`].sort();
}

function appended(lists: readonly string[]): string {
  return lists.reduce((all, list) => `append(${all}, ${list}...)`, "[]pair{}");
}

/** The package of a hash, and what its functions are named after: sha1.New and sha1.Sum, sha256.New and sha256.Sum256. */
function namesOf(hash: string): { readonly package: string; readonly create: string; readonly sum: string } {
  if (hash === "384") return { package: "sha512", create: "sha512.New384", sum: "sha512.Sum384" };
  const own = `sha${hash}`;
  return { package: own, create: `${own}.New`, sum: `${own}.Sum${hash === "1" ? "" : hash}` };
}

function hmac(input: SnippetInput): string {
  return `	mac := hmac.New(${namesOf(input.hash).create}, []byte(encode(os.Getenv("${secretVariable(input)}"))+"&"${input.token === undefined ? "" : `+encode(os.Getenv("${TOKEN_SECRET}"))`}))
	mac.Write([]byte(baseString))
	signature := mac.Sum(nil)`;
}

function rsa(input: SnippetInput): string {
  return `	file, err := os.ReadFile(os.Getenv("${secretVariable(input)}")) // begins with BEGIN PRIVATE KEY (PKCS#8)
	check(err)
	block, _ := pem.Decode(file)
	privateKey, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	hash := ${namesOf(input.hash).sum}([]byte(baseString))
	signature, err := rsa.SignPKCS1v15(rand.Reader, privateKey.(*rsa.PrivateKey), crypto.SHA${input.hash}, hash[:])
	check(err)`;
}
