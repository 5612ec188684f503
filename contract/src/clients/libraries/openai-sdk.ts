import { type Client, v1 } from '../client.ts'
import { importLine, type Literals, samplesOf } from './samples.ts'

const python = ({ url, key, model, prompt }: Literals): string => `# pip install openai
from openai import OpenAI

client = OpenAI(base_url=${url}, api_key=${key})
reply = client.chat.completions.create(
    model=${model},
    messages=[{"role": "user", "content": ${prompt}}],
)
print(reply.choices[0].message.content)`

const node = ({ url, key, model, prompt }: Literals): string => `// npm install openai
${importLine('OpenAI', 'openai')}

const client = new OpenAI({ baseURL: ${url}, apiKey: ${key} })
const reply = await client.chat.completions.create({
  model: ${model},
  messages: [{ role: 'user', content: ${prompt} }],
})
console.log(reply.choices[0].message.content)`

const go = ({ url, key, model, prompt }: Literals): string => `// go get github.com/openai/openai-go/v3
package main

import (
	"context"
	"fmt"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

func main() {
	client := openai.NewClient(
		option.WithBaseURL(${url}),
		option.WithAPIKey(${key}),
	)
	reply, err := client.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{
		Model:    ${model},
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(${prompt})},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Choices[0].Message.Content)
}`

const java = ({ url, key, model, prompt }: Literals): string => `// com.openai:openai-java
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;

public class Main {
  public static void main(String[] arguments) {
    var client = OpenAIOkHttpClient.builder()
        .baseUrl(${url})
        .apiKey(${key})
        .build();
    var question = ChatCompletionCreateParams.builder()
        .model(${model})
        .addUserMessage(${prompt})
        .build();
    client.chat().completions().create(question).choices().stream()
        .flatMap(choice -> choice.message().content().stream())
        .forEach(System.out::println);
  }
}`

/** OpenAI's own libraries. */
export const openaiSdk: Client = {
  id: 'openai-sdk',
  name: 'OpenAI SDK',
  kind: 'code',
  dialects: ['openai-chat'],
  isSameEverywhere: true,
  steps: ({ url, key, model }, { prompt }) => [
    { kind: 'code', samples: samplesOf({ python, node, go, java }, { url: v1(url), key, model, prompt }) },
  ],
}
