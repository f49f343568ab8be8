// A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4. It needs Go 1.18.
//
//	go run gateway.go create-card-ref CLIENT_ORDERID ORDERID
//	go run gateway.go status CLIENT_ORDERID [ORDERID]
//	go run gateway.go post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
//	go run gateway.go callback QUERY                  verifies the query of a callback
//
// Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
// GATEWAY_PRIVATE_KEY_FILE (PEM in the format PKCS#8) and GATEWAY_ENDPOINT.
package main

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"
)

// pair is a name and a value, not encoded.
type pair struct{ name, value string }

// encode percent-encodes all but letters, digits and - . _ ~ (RFC 5849 3.6). url.QueryEscape differs for the space only.
func encode(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

func encodePairs(pairs []pair) []pair {
	encoded := make([]pair, len(pairs))
	for i, one := range pairs {
		encoded[i] = pair{encode(one.name), encode(one.value)}
	}
	return encoded
}

func join(pairs []pair, quote, separator string) string {
	texts := make([]string, len(pairs))
	for i, one := range pairs {
		texts[i] = one.name + "=" + quote + one.value + quote
	}
	return strings.Join(texts, separator)
}

func concat(first []pair, second ...pair) []pair {
	return append(append([]pair{}, first...), second...)
}

func splitPair(text string) pair {
	name, value, _ := strings.Cut(text, "=")
	return pair{name, value}
}

func sign(method, baseString string) (string, error) {
	if method == "HMAC-SHA1" {
		// There is no token, so the key ends in an ampersand.
		mac := hmac.New(sha1.New, []byte(encode(os.Getenv("GATEWAY_CONTROL_KEY"))+"&"))
		mac.Write([]byte(baseString))
		return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
	}
	text, err := os.ReadFile(os.Getenv("GATEWAY_PRIVATE_KEY_FILE"))
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "", errors.New("GATEWAY_PRIVATE_KEY_FILE is not PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return "", err
	}
	private, ok := key.(*rsa.PrivateKey)
	if !ok {
		return "", errors.New("GATEWAY_PRIVATE_KEY_FILE is not an RSA key")
	}
	digest := sha256.Sum256([]byte(baseString))
	signature, err := rsa.SignPKCS1v15(rand.Reader, private, crypto.SHA256, digest[:])
	return base64.StdEncoding.EncodeToString(signature), err
}

// post sends a signed form and returns the fields of the answer.
func post(operation string, form []pair) ([]pair, error) {
	target := os.Getenv("GATEWAY_URL") + "/" + operation + "/" + os.Getenv("GATEWAY_ENDPOINT")
	method, start, body := "RSA-SHA256", "OAuth ", form
	nonce := make([]byte, 16)
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	if strings.HasPrefix(operation, "v2/") {
		method = "HMAC-SHA1"
	}
	protocol := []pair{
		{"oauth_consumer_key", os.Getenv("GATEWAY_LOGIN")},
		{"oauth_nonce", hex.EncodeToString(nonce)},
		{"oauth_signature_method", method},
		{"oauth_timestamp", strconv.FormatInt(time.Now().Unix(), 10)},
		{"oauth_version", "1.0"},
	}
	// Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2).
	all := encodePairs(concat(form, protocol...))
	sort.Slice(all, func(i, j int) bool {
		return all[i].name < all[j].name || all[i].name == all[j].name && all[i].value < all[j].value
	})
	signature, err := sign(method, "POST&"+encode(target)+"&"+encode(join(all, "", "&")))
	if err != nil {
		return nil, err
	}
	if method == "HMAC-SHA1" {
		// The gateway's documents have an empty realm, and repeat the protocol parameters in the body.
		start, body = `OAuth realm="", `, concat(form, protocol...)
	}
	request, err := http.NewRequest("POST", target, strings.NewReader(join(encodePairs(body), "", "&")))
	if err != nil {
		return nil, err
	}
	header := encodePairs(concat(protocol, pair{"oauth_signature", signature}))
	request.Header.Set("Authorization", start+join(header, `"`, ", "))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return send(request)
}

func send(request *http.Request) ([]pair, error) {
	// The signature is for one URL.
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := http.Client{Timeout: 30 * time.Second, CheckRedirect: noRedirect}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return readAnswer(response.StatusCode, string(text))
}

func readAnswer(status int, text string) ([]pair, error) {
	if status == 401 || status == 403 {
		return nil, fmt.Errorf("HTTP %d: the gateway rejects the signature, and does not say why", status)
	}
	if status != 200 {
		return nil, fmt.Errorf("HTTP %d: %.200s", status, text)
	}
	fields, err := decodeForm(text)
	if err != nil {
		return nil, err
	}
	for i := range fields {
		// Each value ends in a line feed.
		fields[i].value = strings.TrimSpace(fields[i].value)
	}
	if kind := valueOf(fields, "type"); kind == "validation-error" || kind == "error" {
		return nil, fmt.Errorf("%s %s: %s", kind, valueOf(fields, "error-code"), valueOf(fields, "error-message"))
	}
	return fields, nil
}

// decodeForm keeps the order and repeated names, which url.ParseQuery does not.
func decodeForm(text string) ([]pair, error) {
	var pairs []pair
	for _, part := range strings.Split(text, "&") {
		one := splitPair(part)
		name, err := url.QueryUnescape(one.name)
		if err != nil {
			return nil, err
		}
		value, err := url.QueryUnescape(one.value)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{name, value})
	}
	return pairs, nil
}

func valueOf(pairs []pair, name string) string {
	for _, one := range pairs {
		if one.name == name {
			return one.value
		}
	}
	return ""
}

func createCardRef(clientOrderID, orderID string) ([]pair, error) {
	return post("v4/create-card-ref", []pair{{"client_orderid", clientOrderID}, {"orderid", orderID}})
}

// status takes the order id of the merchant and, if it is not unique, that of the gateway.
func status(clientOrderID string, orderID ...string) ([]pair, error) {
	form := []pair{{"login", os.Getenv("GATEWAY_LOGIN")}, {"client_orderid", clientOrderID}}
	for _, id := range orderID {
		form = append(form, pair{"orderid", id})
	}
	return post("v4/status", form)
}

// verifyCallback returns the fields of a callback. The checksum covers status and both ids only: ask for the status to
// know more.
func verifyCallback(query string) ([]pair, error) {
	pairs, err := decodeForm(strings.TrimPrefix(query, "?"))
	if err != nil {
		return nil, err
	}
	fields := map[string]string{}
	for _, one := range pairs {
		if _, isThere := fields[one.name]; isThere {
			return nil, errors.New("callback: a field is repeated")
		}
		fields[one.name] = one.value
	}
	for _, name := range []string{"status", "orderid", "merchant_order", "control"} {
		if _, isThere := fields[name]; !isThere {
			return nil, errors.New("callback: there is no " + name)
		}
	}
	text := fields["status"] + fields["orderid"] + fields["merchant_order"] + os.Getenv("GATEWAY_CONTROL_KEY")
	sum := sha1.Sum([]byte(text))
	if !hmac.Equal([]byte(hex.EncodeToString(sum[:])), []byte(fields["control"])) {
		return nil, errors.New("callback: control is wrong")
	}
	return pairs, nil
}

func run(words []string) ([]pair, error) {
	switch {
	case len(words) == 3 && words[0] == "create-card-ref":
		return createCardRef(words[1], words[2])
	case (len(words) == 2 || len(words) == 3) && words[0] == "status":
		return status(words[1], words[2:]...)
	case len(words) == 2 && words[0] == "callback":
		return verifyCallback(words[1])
	case len(words) > 1 && words[0] == "post":
		var form []pair
		for _, word := range words[2:] {
			form = append(form, splitPair(word))
		}
		return post(words[1], form)
	}
	return nil, errors.New("usage: go run gateway.go create-card-ref|status|post|callback ...")
}

func main() {
	fields, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, one := range fields {
		fmt.Println(one.name + "=" + one.value)
	}
}
