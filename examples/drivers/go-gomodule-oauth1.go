// Countersign driver for github.com/gomodule/oauth1. Copy it and replace the library with yours.
// Reads one question per line from standard input and writes one answer per line to standard output.
package main

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"os"

	"github.com/gomodule/oauth1/oauth"
)

var version = "unknown" // go build -ldflags "-X main.version=…"

var methods = map[string]oauth.SignatureMethod{"HMAC-SHA1": oauth.HMACSHA1, "RSA-SHA1": oauth.RSASHA1, "PLAINTEXT": oauth.PLAINTEXT}

var errUnsupported = errors.New("signs; always with oauth_version, with no realm, and no protocol parameters but its own, and no token secret without a token")

type object = map[string]interface{}
type question struct {
	Id                             json.RawMessage
	Op, SignatureMethod, Transport string
	Request                        struct {
		Method, Url string
		Form        [][2]string
		FormEncoded string
	}
	Credentials        map[string]string
	Version, Realm     *string
	ProtocolParameters [][2]string
}

func sign(q question) (object, error) {
	token, hasToken := q.Credentials["token"]
	if q.Version == nil || q.Realm != nil || len(q.ProtocolParameters) > 0 || (!hasToken && q.Credentials["tokenSecret"] != "") {
		return nil, errUnsupported
	}
	address, err := url.Parse(q.Request.Url)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(q.Request.FormEncoded)
	if err != nil {
		return nil, err
	}
	for _, pair := range q.Request.Form {
		form.Add(pair[0], pair[1])
	}
	own := oauth.Credentials{Token: q.Credentials["consumerKey"], Secret: q.Credentials["consumerSecret"]}
	client := oauth.Client{Credentials: own, SignatureMethod: methods[q.SignatureMethod]}
	if block, _ := pem.Decode([]byte(q.Credentials["privateKey"])); block != nil {
		if client.PrivateKey, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
			client.PrivateKey, _ = key.(*rsa.PrivateKey)
		}
	}
	var credentials *oauth.Credentials
	if hasToken {
		credentials = &oauth.Credentials{Token: token, Secret: q.Credentials["tokenSecret"]}
	}
	if q.Transport == "body" {
		err = client.SignForm(credentials, q.Request.Method, q.Request.Url, form)
		return object{"body": form.Encode()}, err
	}
	header, answer := http.Header{}, object{}
	err = client.SetAuthorizationHeader(header, credentials, q.Request.Method, address, form)
	answer["authorization"] = header.Get("Authorization")
	if q.Request.Form != nil || q.Request.FormEncoded != "" {
		answer["body"] = form.Encode()
	}
	return answer, err
}

func hello(question) (object, error) {
	about := object{"name": "gomodule/oauth1", "version": version, "language": "Go", "url": "https://github.com/gomodule/oauth1"}
	return object{"protocol": 1, "implementation": about, "operations": []string{"sign"}, "fixesNonceAndTimestamp": false,
		"signatureMethods": []string{"HMAC-SHA1", "RSA-SHA1", "PLAINTEXT"}, "transports": []string{"header", "body"}, "limits": object{"without": []string{"octets", "no-version", "realm", "protocol-parameters", "token-secret-alone"}, "deviations": []string{"query-encoded", "signature-parameter", "port"}}}, nil
}

func main() {
	operations := map[string]func(question) (object, error){"hello": hello, "sign": sign}
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for q := (question{}); questions.Decode(&q) == nil && q.Op != "bye"; q = (question{}) {
		answer, err := object{}, errUnsupported
		if operation, known := operations[q.Op]; known {
			answer, err = operation(q)
		}
		if err != nil {
			answer = object{"error": map[bool]string{true: "unsupported", false: "refused"}[err == errUnsupported], "message": err.Error()}
		}
		answer["id"], answer["ok"] = q.Id, err == nil
		answers.Encode(answer)
	}
}
