// Driver for the standard library of Go: forms, hashes, HMAC and RSA, which it implements without OpenSSL.
//
// It reads one question per line from standard input and writes one answer per line to standard output.
package main

import (
	"bufio"
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
	"net/url"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"
)

type object map[string]any

type question struct {
	ID                                                                  int
	Op, FormEncoded, Body, Hash, BaseString, SignatureMethod, Signature string
	Credentials                                                         struct {
		ConsumerSecret, TokenSecret, PrivateKey, PublicKey string
	}
	Request json.RawMessage
}

var errUnsupported = errors.New("not supported")

var hashes = map[string]crypto.Hash{"SHA-1": crypto.SHA1, "SHA-256": crypto.SHA256, "SHA-512": crypto.SHA512,
	"SHA1": crypto.SHA1, "SHA256": crypto.SHA256, "SHA512": crypto.SHA512}

func digest(hash crypto.Hash, text string) []byte {
	hasher := hash.New()
	hasher.Write([]byte(text))
	return hasher.Sum(nil)
}

// Text, or octets in base64 where they are not UTF-8.
func textOf(octets string) any {
	if utf8.ValidString(octets) {
		return octets
	}
	return object{"octets": []byte(octets)}
}

func parameters(asked question) (object, error) {
	values, err := url.ParseQuery(asked.FormEncoded)
	pairs := [][]any{}
	for name, all := range values {
		for _, value := range all {
			pairs = append(pairs, []any{textOf(name), textOf(value)})
		}
	}
	return object{"value": pairs}, err
}

// QueryEscape escapes all but the unreserved characters of RFC 3986, but writes a space as a plus.
func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func hmacOf(asked question, hash crypto.Hash) string {
	key := encode(asked.Credentials.ConsumerSecret) + "&" + encode(asked.Credentials.TokenSecret)
	hasher := hmac.New(hash.New, []byte(key))
	hasher.Write([]byte(asked.BaseString))
	return base64.StdEncoding.EncodeToString(hasher.Sum(nil))
}

func privateKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errUnsupported
	}
	if block.Type == "RSA PRIVATE KEY" {
		return x509.ParsePKCS1PrivateKey(block.Bytes)
	}
	key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	private, isRSA := key.(*rsa.PrivateKey)
	if !isRSA {
		return nil, errUnsupported
	}
	return private, nil
}

func publicKey(text string) (*rsa.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errUnsupported
	}
	var key any
	var err error
	switch block.Type {
	case "CERTIFICATE":
		var certificate *x509.Certificate
		if certificate, err = x509.ParseCertificate(block.Bytes); err == nil {
			key = certificate.PublicKey
		}
	case "RSA PUBLIC KEY":
		key, err = x509.ParsePKCS1PublicKey(block.Bytes)
	default:
		key, err = x509.ParsePKIXPublicKey(block.Bytes)
	}
	public, isRSA := key.(*rsa.PublicKey)
	if !isRSA {
		return nil, errUnsupported
	}
	return public, err
}

func split(method string) (string, crypto.Hash, error) {
	family, name, _ := strings.Cut(method, "-")
	hash, isKnown := hashes[name]
	if !isKnown {
		return "", 0, errUnsupported
	}
	return family, hash, nil
}

func sign(asked question) (object, error) {
	family, hash, err := split(asked.SignatureMethod)
	if err != nil {
		return nil, err
	}
	if family == "HMAC" {
		return object{"value": hmacOf(asked, hash)}, nil
	}
	key, err := privateKey(asked.Credentials.PrivateKey)
	if err != nil {
		return nil, err
	}
	signature, err := rsa.SignPKCS1v15(nil, key, hash, digest(hash, asked.BaseString))
	return object{"value": base64.StdEncoding.EncodeToString(signature)}, err
}

func verify(asked question) (object, error) {
	family, hash, err := split(asked.SignatureMethod)
	if err != nil || asked.Request != nil {
		return nil, errUnsupported
	}
	if family == "HMAC" {
		return object{"valid": hmacOf(asked, hash) == asked.Signature}, nil
	}
	key, err := publicKey(asked.Credentials.PublicKey)
	if err != nil {
		return nil, err
	}
	signature, err := base64.StdEncoding.DecodeString(asked.Signature)
	isValid := err == nil && rsa.VerifyPKCS1v15(key, hash, digest(hash, asked.BaseString), signature) == nil
	return object{"valid": isValid}, nil
}

func answer(asked question) (object, error) {
	switch asked.Op {
	case "hello":
		about := object{"name": "Go standard library", "version": strings.TrimPrefix(runtime.Version(), "go"), "language": "Go"}
		return object{"protocol": 1, "implementation": about, "operations": []string{"parameters", "body-hash", "signature",
			"verify-signature"}, "signatureMethods": []string{"HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256",
			"RSA-SHA512"}}, nil
	case "parameters":
		return parameters(asked)
	case "body-hash":
		return object{"value": digest(hashes[asked.Hash], asked.Body)}, nil
	case "signature":
		return sign(asked)
	case "verify-signature":
		return verify(asked)
	}
	return nil, errUnsupported
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	writer := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if json.Unmarshal(lines.Bytes(), &asked) != nil || asked.Op == "bye" {
			return
		}
		reply, err := answer(asked)
		if reply == nil || err != nil {
			name := "refused"
			if errors.Is(err, errUnsupported) {
				name = "unsupported"
			}
			reply = object{"ok": false, "error": name, "message": err.Error()}
		} else {
			reply["ok"] = true
		}
		reply["id"] = asked.ID
		writer.Encode(reply)
	}
}
