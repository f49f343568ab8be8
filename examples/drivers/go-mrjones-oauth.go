// github.com/mrjones/oauth: the request that its HTTP client is about to send.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/mrjones/oauth"
)

var version = "unknown" // go build -ldflags "-X main.version=…"

var errUnsupported = errors.New("unknown operation")

type object = map[string]interface{}
type question struct {
	Id      json.RawMessage
	Op      string
	Request struct {
		Method, Url string
		Form        [][2]string
		FormEncoded string
	}
	Credentials map[string]string
}

// recorder keeps the request instead of sending it.
type recorder struct{ sent *http.Request }

func (r *recorder) Do(request *http.Request) (*http.Response, error) {
	r.sent = request
	return &http.Response{StatusCode: 200, Body: http.NoBody, Request: request}, nil
}

func sign(q question) (object, error) {
	form := url.Values{}
	for _, pair := range q.Request.Form {
		form.Add(pair[0], pair[1])
	}
	body := q.Request.FormEncoded
	if q.Request.Form != nil {
		body = form.Encode()
	}
	request, err := http.NewRequest(q.Request.Method, q.Request.Url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	consumer := oauth.NewConsumer(q.Credentials["consumerKey"], q.Credentials["consumerSecret"], oauth.ServiceProvider{})
	kept := &recorder{}
	consumer.HttpClient = kept
	client, err := consumer.MakeHttpClient(&oauth.AccessToken{Token: q.Credentials["token"], Secret: q.Credentials["tokenSecret"]})
	if err != nil {
		return nil, err
	}
	if _, err = client.Do(request); err != nil {
		return nil, err
	}
	answer := object{"authorization": kept.sent.Header.Get("Authorization")}
	if q.Request.Form != nil || q.Request.FormEncoded != "" {
		sent, _ := io.ReadAll(kept.sent.Body)
		answer["body"] = string(sent)
	}
	return answer, nil
}

func hello(question) (object, error) {
	about := object{"name": "mrjones/oauth", "version": version, "language": "Go", "url": "https://github.com/mrjones/oauth"}
	return object{"protocol": 1, "implementation": about, "operations": []string{"sign"}, "fixesNonceAndTimestamp": false,
		"signatureMethods": []string{"HMAC-SHA1"}, "transports": []string{"header"},
		"limits": object{"without": []string{"octets", "no-version", "realm", "protocol-parameters", "token-secret-alone"}}}, nil
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
