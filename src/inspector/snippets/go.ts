/** A signed form post in Go. */

import { codePointLiteral as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function goSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  return `package main

import (
${(isRsa ? RSA_PACKAGES : HMAC_PACKAGES).map((name) => `\t"${name}"\n`).join("")})

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
	form := []pair{
${input.form.map(([name, value]) => `\t\t{${text(name)}, ${text(value)}},\n`).join("")}	}
	nonce := make([]byte, 16)
	_, err := rand.Read(nonce)
	check(err)
	protocol := []pair{
		{"oauth_consumer_key", ${text(input.consumerKey)}},
		{"oauth_nonce", hex.EncodeToString(nonce)},
		{"oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"},
		{"oauth_timestamp", strconv.FormatInt(time.Now().Unix(), 10)},
		{"oauth_version", "1.0"},
	}
	all := append(append([]pair{}, form...), protocol...)
	sorted := encodePairs(all)
	sort.Slice(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.name < b.name || a.name == b.name && a.value < b.value
	})
	baseString := "POST&" + encode(address) + "&" + encode(join(sorted, "", "=", "", "&"))
${isRsa ? rsa(input) : hmac(input)}
	signed := append(protocol, pair{"oauth_signature", base64.StdEncoding.EncodeToString(signature)})
	body := join(encodePairs(${input.repeatsInBody ? "all" : "form"}), "", "=", "", "&")
	request, err := http.NewRequest("POST", address, strings.NewReader(body))
	check(err)
	request.Header.Set("Authorization", ${text(input.headerStart)}+join(encodePairs(signed), "", "=\\"", "\\"", ", "))
	request.Header.Set("Content-Type", ${text(input.contentType)})
	response, err := http.DefaultClient.Do(request)
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
const HMAC_PACKAGES = ["crypto/hmac", "crypto/sha1", ...COMMON_PACKAGES].sort();
const RSA_PACKAGES = [
  ...["crypto", "crypto/rsa", "crypto/sha256", "crypto/x509", "encoding/pem", ...COMMON_PACKAGES],
].sort();

function hmac(input: SnippetInput): string {
  return `	mac := hmac.New(sha1.New, []byte(encode(os.Getenv("${secretVariable(input)}"))+"&"))
	mac.Write([]byte(baseString))
	signature := mac.Sum(nil)`;
}

function rsa(input: SnippetInput): string {
  return `	file, err := os.ReadFile(os.Getenv("${secretVariable(input)}")) // begins with BEGIN PRIVATE KEY (PKCS#8)
	check(err)
	block, _ := pem.Decode(file)
	privateKey, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	hash := sha256.Sum256([]byte(baseString))
	signature, err := rsa.SignPKCS1v15(rand.Reader, privateKey.(*rsa.PrivateKey), crypto.SHA256, hash[:])
	check(err)`;
}
