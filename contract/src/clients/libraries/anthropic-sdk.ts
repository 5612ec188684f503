import type { Client } from '../client.ts'
import { importLine, type Literals, samplesOf } from './samples.ts'

const python = ({ url, key, model, prompt }: Literals): string => `# pip install anthropic
from anthropic import Anthropic

client = Anthropic(base_url=${url}, api_key=${key})
message = client.messages.create(
    model=${model},
    max_tokens=1024,
    messages=[{"role": "user", "content": ${prompt}}],
)
print("".join(block.text for block in message.content if block.type == "text"))`

const node = ({ url, key, model, prompt }: Literals): string => `// npm install @anthropic-ai/sdk
${importLine('Anthropic', '@anthropic-ai/sdk')}

const client = new Anthropic({ baseURL: ${url}, apiKey: ${key} })
const message = await client.messages.create({
  model: ${model},
  max_tokens: 1024,
  messages: [{ role: 'user', content: ${prompt} }],
})
console.log(message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''))`

const go = ({ url, key, model, prompt }: Literals): string => `// go get github.com/anthropics/anthropic-sdk-go
package main

import (
	"context"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

func main() {
	client := anthropic.NewClient(
		option.WithBaseURL(${url}),
		option.WithAPIKey(${key}),
	)
	message, err := client.Messages.New(context.Background(), anthropic.MessageNewParams{
		Model:     ${model},
		MaxTokens: 1024,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(${prompt}))},
	})
	if err != nil {
		panic(err)
	}
	for _, block := range message.Content {
		fmt.Print(block.Text)
	}
}`

const java = ({ url, key, model, prompt }: Literals): string => `// com.anthropic:anthropic-java
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.MessageCreateParams;

public class Main {
  public static void main(String[] arguments) {
    var client = AnthropicOkHttpClient.builder()
        .baseUrl(${url})
        .apiKey(${key})
        .build();
    var question = MessageCreateParams.builder()
        .model(${model})
        .maxTokens(1024)
        .addUserMessage(${prompt})
        .build();
    client.messages().create(question).content().stream()
        .flatMap(block -> block.text().stream())
        .forEach(block -> System.out.print(block.text()));
  }
}`

/** Anthropic's own libraries, which add `/v1` themselves. */
export const anthropicSdk: Client = {
  id: 'anthropic-sdk',
  name: 'Anthropic SDK',
  kind: 'code',
  dialects: ['anthropic-messages'],
  isSameEverywhere: true,
  steps: (connection, { prompt }) => [{ kind: 'code', samples: samplesOf({ python, node, go, java }, { ...connection, prompt }) }],
}
