// Uses the service with OpenAI's own Go client, unchanged. Prints what it saw as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"sort"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
)

const cuts = 10

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func connect(key string) openai.Client {
	return openai.NewClient(
		option.WithBaseURL(os.Getenv("OPENAI_BASE_URL")), option.WithAPIKey(key), option.WithMaxRetries(0),
	)
}

func ask(model, input string) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: model,
		Input: responses.ResponseNewParamsInputUnion{OfString: openai.String(input)},
	}
}

// readCut reads one response by many streams, each cut after one word, and resumes after the last event.
func readCut(ctx context.Context, client openai.Client) map[string]any {
	given := ask("short-summary", "Cut in Go.")
	given.Background = openai.Bool(true)
	stream := client.Responses.NewStreaming(ctx, given)
	shown, id, twice, last := "", "", 0, int64(-1)
	for cut := 0; cut <= cuts; cut++ {
		for stream.Next() {
			event := stream.Current()
			if event.SequenceNumber <= last {
				twice++
			}
			last = event.SequenceNumber
			if event.Type == "response.created" {
				id = event.Response.ID
			}
			if event.Type == "response.output_text.delta" {
				shown += event.Delta
				if cut < cuts {
					break
				}
			}
		}
		check(stream.Err())
		check(stream.Close())
		if cut < cuts {
			stream = client.Responses.GetStreaming(ctx, id, responses.ResponseGetParams{StartingAfter: param.NewOpt(last)})
		}
	}
	stored, err := client.Responses.Get(ctx, id, responses.ResponseGetParams{})
	check(err)
	return map[string]any{"text": shown, "twice": twice, "stored": stored.OutputText()}
}

func refused(err error) []any {
	var refusal *openai.Error
	if !errors.As(err, &refusal) {
		return []any{}
	}
	return []any{refusal.StatusCode, refusal.Code}
}

func main() {
	ctx := context.Background()
	client := connect(os.Getenv("OPENAI_API_KEY"))
	page, err := client.Models.List(ctx)
	check(err)
	models := []string{}
	for _, model := range page.Data {
		models = append(models, model.ID)
	}
	sort.Strings(models)
	whole, err := client.Responses.New(ctx, ask("greeting", "Ada"))
	check(err)
	again, err := client.Responses.Get(ctx, whole.ID, responses.ResponseGetParams{})
	check(err)
	background := ask("short-summary", "Later in Go.")
	background.Background = openai.Bool(true)
	later, err := client.Responses.New(ctx, background)
	check(err)
	cancelled, err := client.Responses.Cancel(ctx, later.ID)
	check(err)
	chat, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{
		Model: "greeting", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Grace")},
	})
	check(err)
	chunks := ""
	stream := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{
		Model:    "short-summary",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("In chunks, in Go.")},
	})
	for stream.Next() {
		if choices := stream.Current().Choices; len(choices) > 0 {
			chunks += choices[0].Delta.Content
		}
	}
	check(stream.Err())
	_, unknown := client.Responses.New(ctx, ask("no-such", "x"))
	stranger := connect("sk-wrong")
	_, nobody := stranger.Models.List(ctx)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"models": models, "text": whole.OutputText(), "again": again.OutputText(), "chunks": chunks,
		"chat": chat.Choices[0].Message.Content, "cancelled": cancelled.Status, "cut": readCut(ctx, client),
		"unknown": refused(unknown), "stranger": refused(nobody),
	}))
}
