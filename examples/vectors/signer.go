// Package signer is the implementation that core_test.go checks. Replace it with calls of your library. It has HMAC-SHA1 only.
package signer

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"net/url"
	"sort"
	"strings"
)

// Question is the input of a vector with the operation sign. Members that are absent or null are nil.
type Question struct {
	SignatureMethod           string
	Nonce, Timestamp, Version *string
	ProtocolParameters        [][2]string
	Credentials               struct {
		ConsumerKey, ConsumerSecret, TokenSecret string
		Token                                    *string
	}
	Request struct {
		Method, URL, FormEncoded string
		Form                     [][2]string
	}
}

// ErrNotOffered is the error for what the implementation does not have.
var ErrNotOffered = errors.New("not offered")

// Sign returns the signature in base64.
func Sign(asked Question) (string, error) {
	if asked.SignatureMethod != "HMAC-SHA1" {
		return "", ErrNotOffered
	}
	target, err := url.Parse(asked.Request.URL)
	if err != nil {
		return "", err
	}
	secrets := encode(asked.Credentials.ConsumerSecret) + "&" + encode(asked.Credentials.TokenSecret)
	digest := hmac.New(sha1.New, []byte(secrets))
	digest.Write([]byte(baseString(asked.Request.Method, target, parameters(asked))))
	return base64.StdEncoding.EncodeToString(digest.Sum(nil)), nil
}

func parameters(asked Question) [][2]string {
	pairs := append(parse(asked.Request.FormEncoded), asked.Request.Form...)
	pairs = append(pairs, asked.ProtocolParameters...)
	for name, value := range map[string]*string{
		"oauth_consumer_key": &asked.Credentials.ConsumerKey, "oauth_token": asked.Credentials.Token,
		"oauth_signature_method": &asked.SignatureMethod, "oauth_timestamp": asked.Timestamp,
		"oauth_nonce": asked.Nonce, "oauth_version": asked.Version,
	} {
		if value != nil {
			pairs = append(pairs, [2]string{name, *value})
		}
	}
	return pairs
}

func baseString(method string, target *url.URL, pairs [][2]string) string {
	encoded := []string{}
	for _, pair := range append(parse(target.RawQuery), pairs...) {
		encoded = append(encoded, encode(pair[0])+" "+encode(pair[1]))
	}
	sort.Strings(encoded) // A space is less than every character of an encoded name or value.
	port := map[string]string{"http": ":80", "https": ":443"}[target.Scheme]
	origin := target.Scheme + "://" + strings.TrimSuffix(strings.ToLower(target.Host), port)
	uri := origin + "/" + strings.TrimPrefix(target.EscapedPath(), "/")
	text := strings.ReplaceAll(strings.Join(encoded, "&"), " ", "=")
	return encode(strings.ToUpper(method)) + "&" + encode(uri) + "&" + encode(text)
}

func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func parse(form string) (pairs [][2]string) {
	for _, piece := range strings.Split(form, "&") {
		if piece != "" {
			name, value, _ := strings.Cut(piece, "=")
			name, _ = url.QueryUnescape(name)
			value, _ = url.QueryUnescape(value)
			pairs = append(pairs, [2]string{name, value})
		}
	}
	return pairs
}
