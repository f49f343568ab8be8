// Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
// Replace the marked lines by calls to your library, and declare in hello what it supports.
package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strings"
)

type object = map[string]interface{}
type pair = [2]string
type question struct {
	Id                  json.RawMessage
	Op, SignatureMethod string
	Nonce, Timestamp    string
	Version             *string // nil: send no oauth_version
	ProtocolParameters  []pair
	Credentials         map[string]string
	Request             struct {
		Method, Url, FormEncoded string
		Form                     []pair
	}
}

var hello = object{
	"protocol":               1,
	"implementation":         object{"name": "mine", "version": "1.0", "language": "Go"},
	"operations":             []string{"sign"},
	"signatureMethods":       []string{"HMAC-SHA1"},
	"transports":             []string{"header"}, // or "query", "body", "header-and-body"
	"fixesNonceAndTimestamp": true,               // false: the library chooses nonce and timestamp
	"limits": object{
		"without":     []string{"octets", "realm"}, // add "token" if the library has no tokens
		"httpMethods": []string{"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"},
	},
}

var (
	parts        = regexp.MustCompile(`(?i)^(https?)://(?:[^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?`)
	defaultPorts = map[string]string{"http": ":80", "https": ":443"}
)

func encode(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

func decodeForm(text string) (pairs []pair, err error) {
	for _, piece := range strings.Split(text, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		if name, err = url.QueryUnescape(name); err != nil {
			return nil, err
		}
		if value, err = url.QueryUnescape(value); err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{name, value})
	}
	return pairs, nil
}

func sign(q question) (object, error) {
	form, err := decodeForm(q.Request.FormEncoded)
	if err != nil {
		return nil, err
	}
	form = append(form, q.Request.Form...)
	// Replace the lines from here to the last return by calls to your library.
	protocol := append([]pair{
		{"oauth_consumer_key", q.Credentials["consumerKey"]},
		{"oauth_signature_method", q.SignatureMethod},
		{"oauth_nonce", q.Nonce},
		{"oauth_timestamp", q.Timestamp},
	}, q.ProtocolParameters...)
	if q.Version != nil {
		protocol = append(protocol, pair{"oauth_version", *q.Version})
	}
	if token, found := q.Credentials["token"]; found {
		protocol = append(protocol, pair{"oauth_token", token})
	}
	address := parts.FindStringSubmatch(q.Request.Url)
	if address == nil {
		return nil, errors.New("not an HTTP URL")
	}
	scheme, host, path := strings.ToLower(address[1]), strings.ToLower(address[2]), address[3]
	host = strings.TrimSuffix(strings.TrimSuffix(host, defaultPorts[scheme]), ":")
	if path == "" {
		path = "/"
	}
	signed, err := decodeForm(address[4])
	if err != nil {
		return nil, err
	}
	encoded := []pair{}
	for _, one := range append(append(signed, form...), protocol...) {
		if one[0] != "oauth_signature" {
			encoded = append(encoded, pair{encode(one[0]), encode(one[1])})
		}
	}
	sort.Slice(encoded, func(a, b int) bool {
		return encoded[a][0] < encoded[b][0] || (encoded[a][0] == encoded[b][0] && encoded[a][1] < encoded[b][1])
	})
	parameters := []string{}
	for _, one := range encoded {
		parameters = append(parameters, one[0]+"="+one[1])
	}
	baseString := encode(q.Request.Method) + "&" + encode(scheme+"://"+host+path) + "&" + encode(strings.Join(parameters, "&"))
	mac := hmac.New(sha1.New, []byte(encode(q.Credentials["consumerSecret"])+"&"+encode(q.Credentials["tokenSecret"])))
	mac.Write([]byte(baseString))
	signature := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	header := []string{}
	for _, one := range append(protocol, pair{"oauth_signature", signature}) {
		header = append(header, encode(one[0])+`="`+encode(one[1])+`"`)
	}
	// A library that returns only the signature: return object{"stages": object{"signature": signature}}, nil
	return object{"authorization": "OAuth " + strings.Join(header, ", ")}, nil
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for q := (question{}); questions.Decode(&q) == nil && q.Op != "bye"; q = (question{}) {
		answer, err := object{"error": "unsupported"}, error(nil)
		switch q.Op {
		case "hello":
			answer = hello
		case "sign":
			if answer, err = sign(q); err != nil {
				answer = object{"error": "failed", "message": err.Error()}
			}
		}
		answer["id"], answer["ok"] = q.Id, answer["error"] == nil
		answers.Encode(answer)
	}
}
