// Checks an OAuth 1.0 implementation with the vectors for signers. Needs only Go 1.18 or later.
//
// Run it with the folder of the vectors: go run consumer.go vectors
package main

import (
	"crypto"
	"crypto/hmac"
	"crypto/rsa"
	_ "crypto/sha1"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var files = strings.Fields(`percent-encoding parameters parameter-string base-string-uri base-string signature
	authorization-header body requests verification gateway`)

// The implementation under test. Replace the functions of this part with calls of your library.
// Strings hold octets, which need not be UTF-8.

var hashes = map[string]crypto.Hash{
	"SHA1": crypto.SHA1, "SHA-1": crypto.SHA1,
	"SHA256": crypto.SHA256, "SHA-256": crypto.SHA256,
	"SHA512": crypto.SHA512, "SHA-512": crypto.SHA512,
}

func escape(text, unescaped string) string {
	var encoded strings.Builder
	for _, octet := range []byte(text) {
		isAlphanumeric := octet >= '0' && octet <= '9' || octet >= 'A' && octet <= 'Z' || octet >= 'a' && octet <= 'z'
		if isAlphanumeric || strings.IndexByte(unescaped, octet) >= 0 {
			encoded.WriteByte(octet)
		} else {
			fmt.Fprintf(&encoded, "%%%02X", octet)
		}
	}
	return encoded.String()
}

func percentEncode(text string) string { return escape(text, "-._~") }

var escapes = regexp.MustCompile("%[0-9A-Fa-f]{2}")

func percentDecode(text string) string {
	return escapes.ReplaceAllStringFunc(text, func(escape string) string {
		octet, _ := strconv.ParseUint(escape[1:], 16, 8)
		return string([]byte{byte(octet)})
	})
}

type pair [2]string

func parseForm(text string) []pair {
	pairs := []pair{}
	for _, piece := range strings.Split(strings.ReplaceAll(text, "+", " "), "&") {
		if name, value, _ := strings.Cut(piece, "="); piece != "" {
			pairs = append(pairs, pair{percentDecode(name), percentDecode(value)})
		}
	}
	return pairs
}

var urlParts = regexp.MustCompile(`(?is)^(https?)://(?:[^/?#]*@)?(\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::([0-9]*))?` +
	`((?:/[^?#]*)?)(?:\?([^#]*))?(?:#.*)?$`)

func splitURL(url string) ([]string, error) {
	parts := urlParts.FindStringSubmatch(url)
	if parts == nil {
		return nil, errors.New("not an absolute http or https URL")
	}
	if port, err := strconv.Atoi(parts[3]); parts[3] != "" && (err != nil || port < 1 || port > 65535) {
		return nil, errors.New("not a port")
	}
	return parts, nil
}

func baseStringURI(url string) (string, error) {
	parts, err := splitURL(url)
	if err != nil {
		return "", err
	}
	scheme := strings.ToLower(parts[1])
	uri := scheme + "://" + strings.ToLower(parts[2])
	port, _ := strconv.Atoi(parts[3])
	if port != 0 && port != map[string]int{"http": 80, "https": 443}[scheme] {
		uri += ":" + strconv.Itoa(port)
	}
	if parts[4] == "" {
		return uri + "/", nil
	}
	return uri + escape(parts[4], "/-._~!$&'()*+,;=:@%"), nil
}

func parameterString(pairs []pair) string {
	encoded := make([]pair, len(pairs))
	for index, pair := range pairs {
		encoded[index][0], encoded[index][1] = percentEncode(pair[0]), percentEncode(pair[1])
	}
	sortPairs(encoded)
	pieces := make([]string, len(encoded))
	for index, pair := range encoded {
		pieces[index] = pair[0] + "=" + pair[1]
	}
	return strings.Join(pieces, "&")
}

func sortPairs(pairs []pair) {
	sort.Slice(pairs, func(a, b int) bool {
		return pairs[a][0] < pairs[b][0] || pairs[a][0] == pairs[b][0] && pairs[a][1] < pairs[b][1]
	})
}

func baseString(method, url string, pairs []pair) (string, error) {
	uri, err := baseStringURI(url)
	if err != nil {
		return "", err
	}
	parts, _ := splitURL(url)
	signed := []pair{}
	for _, pair := range append(parseForm(parts[5]), pairs...) {
		if pair[0] != "oauth_signature" {
			signed = append(signed, pair)
		}
	}
	method = strings.ToUpper(method)
	return percentEncode(method) + "&" + percentEncode(uri) + "&" + percentEncode(parameterString(signed)), nil
}

func digest(hash crypto.Hash, text string) []byte {
	hasher := hash.New()
	hasher.Write([]byte(text))
	return hasher.Sum(nil)
}

func sign(method string, secrets credentials, text string) (string, error) {
	family, name, _ := strings.Cut(method, "-")
	key := percentEncode(secrets.ConsumerSecret) + "&" + percentEncode(secrets.TokenSecret)
	switch family {
	case "PLAINTEXT":
		return key, nil
	case "HMAC":
		hasher := hmac.New(hashes[name].New, []byte(key))
		hasher.Write([]byte(text))
		return base64.StdEncoding.EncodeToString(hasher.Sum(nil)), nil
	}
	block, _ := pem.Decode([]byte(secrets.PrivateKey))
	if block == nil {
		return "", errors.New("not a key in PEM")
	}
	var private any
	var err error
	if block.Type == "RSA PRIVATE KEY" {
		private, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	} else {
		private, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	}
	rsaKey, isRSA := private.(*rsa.PrivateKey)
	if err != nil || !isRSA {
		return "", errors.New("not an RSA private key")
	}
	octets, err := rsa.SignPKCS1v15(nil, rsaKey, hashes[name], digest(hashes[name], text))
	return base64.StdEncoding.EncodeToString(octets), err
}

// The rest reads the vectors, asks the implementation and compares its answers.

// A string stands for its UTF-8; octets that are not UTF-8 are {"octets": base64}.
type octets string

func (text *octets) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(text))
	}
	var object struct{ Octets []byte }
	err := json.Unmarshal(data, &object)
	*text = octets(object.Octets)
	return err
}

type octetPair [2]octets

func octetPairs(given []octetPair) []pair {
	pairs := make([]pair, len(given))
	for index, one := range given {
		pairs[index] = pair{string(one[0]), string(one[1])}
	}
	return pairs
}

type credentials struct {
	ConsumerKey, ConsumerSecret, TokenSecret, PrivateKey string
	Token                                                *string
}

type question struct {
	Text, FormEncoded, URL, Body, Hash, BaseString, Signature, SignatureMethod string
	Nonce, Timestamp, Version                                                  *string
	Octets                                                                     []byte
	Parameters, ProtocolParameters                                             []octetPair
	Credentials                                                                credentials
	Request                                                                    *struct {
		Method, URL, FormEncoded string
		Form                     []octetPair
	}
}

type vector struct {
	ID, Comment, Operation, Open string
	Input                             question
	Expected                          map[string]json.RawMessage
}

// Of the operation sign, also what a signer adds; of the other operations, exactly the given parameters.
func requestBaseString(operation string, asked question) (string, error) {
	pairs := octetPairs(asked.Request.Form)
	if asked.Request.FormEncoded != "" {
		pairs = parseForm(asked.Request.FormEncoded)
	}
	if operation == "sign" {
		pairs = append(pairs, pair{"oauth_consumer_key", asked.Credentials.ConsumerKey},
			pair{"oauth_signature_method", asked.SignatureMethod})
		for name, value := range map[string]*string{"oauth_token": asked.Credentials.Token, "oauth_nonce": asked.Nonce,
			"oauth_timestamp": asked.Timestamp, "oauth_version": asked.Version} {
			if value != nil {
				pairs = append(pairs, pair{name, *value})
			}
		}
	}
	return baseString(asked.Request.Method, asked.Request.URL, append(pairs, octetPairs(asked.ProtocolParameters)...))
}

var errNotOffered = errors.New("not offered")

// The stages that the implementation computes.
func answer(operation string, asked question) (map[string]any, error) {
	var value any
	var err error
	switch operation {
	case "percent-encoding":
		value = percentEncode(asked.Text + string(asked.Octets))
	case "parameters":
		value = parseForm(asked.FormEncoded)
	case "parameter-string":
		value = parameterString(octetPairs(asked.Parameters))
	case "base-string-uri":
		value, err = baseStringURI(asked.URL)
	case "base-string":
		value, err = requestBaseString(operation, asked)
	case "body-hash":
		value = base64.StdEncoding.EncodeToString(digest(hashes[asked.Hash], asked.Body))
	case "signature", "sign", "sign-exactly", "verify-signature":
		if operation == "verify-signature" && strings.HasPrefix(asked.SignatureMethod, "RSA-") {
			return nil, errNotOffered
		}
		text := asked.BaseString
		if asked.Request != nil {
			if text, err = requestBaseString(operation, asked); err != nil {
				return nil, err
			}
		}
		signature, err := sign(asked.SignatureMethod, asked.Credentials, text)
		if operation == "verify-signature" {
			return map[string]any{"valid": signature == asked.Signature}, err
		}
		return map[string]any{"base-string": text, "signature": signature}, err
	default:
		return nil, errNotOffered
	}
	return map[string]any{operation: value}, err
}

func verdict(one vector) string {
	stages, err := answer(one.Operation, one.Input)
	_, mustRefuse := one.Expected["refused"]
	switch {
	case err == errNotOffered:
		return "not offered"
	case err != nil && mustRefuse, one.Open != "": // RFC 5849 allows other answers too
		return "passed"
	case err != nil || mustRefuse:
		return "failed"
	}
	for stage, value := range stages {
		expected, isStated := one.Expected[stage]
		if isStated && !isEqual(stage, value, expected) {
			return "failed"
		}
	}
	return "passed"
}

func isEqual(stage string, value any, expected json.RawMessage) bool {
	if stage == "parameters" { // the order is free
		var pairs []octetPair
		json.Unmarshal(expected, &pairs)
		return parameterString(octetPairs(pairs)) == parameterString(value.([]pair))
	}
	var right any
	json.Unmarshal(expected, &right)
	return right == value
}

func main() {
	counts := map[string]int{}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(os.Args[1], name+".json"))
		var file struct {
			Format  int
			Vectors []vector
		}
		if err == nil {
			err = json.Unmarshal(text, &file)
		}
		if err == nil && file.Format != 1 {
			err = fmt.Errorf("%s.json has format %d, expected 1", name, file.Format)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for _, one := range file.Vectors {
			result := verdict(one)
			counts[result]++
			if result == "failed" {
				fmt.Printf("failed: %s (%s)\n", one.ID, one.Comment)
			}
		}
	}
	fmt.Printf("%d passed, %d failed, %d not offered\n", counts["passed"], counts["failed"], counts["not offered"])
	if counts["failed"] > 0 {
		os.Exit(1)
	}
}
