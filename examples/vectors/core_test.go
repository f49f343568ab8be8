// Checks a signer with the core vectors. Needs only Go 1.18 or later. Run it: go test -v signer.go core_test.go
package signer

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestCoreVectors(t *testing.T) {
	var core struct{ Vectors []string }
	var requests struct {
		Format  int
		Vectors []struct {
			ID, Comment, Operation, Open string
			Input                        Question
			Expected                     struct{ Signature string }
		}
	}
	for name, content := range map[string]any{"quick.json": &core, "requests.json": &requests} {
		text, err := os.ReadFile("../../vectors/" + name)
		if err != nil || json.Unmarshal(text, content) != nil || requests.Format > 1 {
			t.Fatal("expected a file of format 1: " + name)
		}
	}
	ids := " " + strings.Join(core.Vectors, " ") + " "
	for _, vector := range requests.Vectors {
		if vector.Operation == "sign" && strings.Contains(ids, " "+vector.ID+" ") {
			t.Run(vector.ID, func(t *testing.T) {
				signature, err := Sign(vector.Input)
				if err == ErrNotOffered {
					t.Skip(err)
				} else if signature != vector.Expected.Signature && vector.Open == "" {
					t.Errorf("%s: got %q (%v), expected %q", vector.Comment, signature, err, vector.Expected.Signature)
				}
			})
		}
	}
}
