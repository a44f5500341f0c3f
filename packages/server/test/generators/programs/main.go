// Uses the client that oapi-codegen makes from the description.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	ctx := context.Background()
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("ERRAND_API_KEY"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("ERRAND_URL"), WithRequestEditorFn(key))
	check(err)
	config := map[string]interface{}{"template": "Dear ${name}"}
	inputs := []AgentCreateBody_InputDefinitions_Item{{Key: "name", DataType: "text/plain"}}
	name := "Made in Go"
	created, err := client.AgentsCreateWithResponse(ctx, nil, AgentCreateBody{
		Name: name, EngineClassId: "TemplateEngine", EngineConfig: &config, InputDefinitions: &inputs,
	})
	check(err)
	agent := created.JSON201
	if agent == nil {
		log.Fatal(string(created.Body))
	}
	given := map[string]interface{}{"name": "Ada"}
	run, err := client.RunsRunWithResponse(ctx, agent.Id, nil, RunBody{Inputs: &given})
	check(err)
	if run.JSON200 == nil {
		log.Fatal(string(run.Body))
	}
	var names []string
	size := 1
	for page := 1; ; page++ {
		listed, err := client.AgentsListWithResponse(ctx, &AgentsListParams{Page: &page, PageSize: &size})
		check(err)
		for _, one := range listed.JSON200.Results {
			names = append(names, one.Name)
		}
		if listed.JSON200.Next == nil {
			break
		}
	}
	refused, err := client.RunsRunWithResponse(ctx, agent.Id, nil, RunBody{})
	check(err)
	messages, err := refused.JSON400.AsListError()
	check(err)
	told, err := json.Marshal(map[string]interface{}{
		"created": agent.Name, "output": (*run.JSON200)[0].Value, "names": names,
		"status": refused.StatusCode(), "error": messages,
	})
	check(err)
	os.Stdout.Write(told)
}
