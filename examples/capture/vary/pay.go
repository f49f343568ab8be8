// Sends a payment, signed with github.com/gomodule/oauth1: ./pay -amount 10.42 -note "two shirts"
package main

import (
	"flag"
	"log"
	"net/url"
	"os"

	"github.com/gomodule/oauth1/oauth"
)

func main() {
	amount := flag.String("amount", "", "")
	note := flag.String("note", "", "")
	flag.Parse()
	key := oauth.Credentials{Token: os.Getenv("COUNTERSIGN_CONSUMER_KEY"), Secret: os.Getenv("COUNTERSIGN_CONSUMER_SECRET")}
	client := oauth.Client{Credentials: key}
	form := url.Values{"amount": {*amount}, "note": {*note}}
	response, err := client.Post(nil, nil, os.Getenv("COUNTERSIGN_URL")+"/pay", form)
	if err != nil || response.StatusCode != 200 {
		log.Fatal(err, response)
	}
}
