// Signs one form with github.com/gomodule/oauth1: COUNT URL KEY SECRET NAME VALUE…
// Prints the nanoseconds of CPU time of a signature.
package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"syscall"

	"github.com/gomodule/oauth1/oauth"
)

func spent() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return syscall.TimevalToNsec(usage.Utime) + syscall.TimevalToNsec(usage.Stime)
}

func main() {
	count, _ := strconv.ParseInt(os.Args[1], 10, 64)
	address, _ := url.Parse(os.Args[2])
	client := oauth.Client{Credentials: oauth.Credentials{Token: os.Args[3], Secret: os.Args[4]}}
	form := url.Values{}
	for at := 5; at < len(os.Args); at += 2 {
		form.Add(os.Args[at], os.Args[at+1])
	}
	began := spent()
	for round := int64(0); round < count; round++ {
		header := http.Header{}
		err := client.SetAuthorizationHeader(header, nil, "POST", address, form)
		if err != nil || header.Get("Authorization") == "" || form.Encode() == "" {
			os.Exit(1)
		}
	}
	fmt.Println((spent() - began) / count)
}
