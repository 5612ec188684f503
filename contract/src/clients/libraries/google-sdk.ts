import type { Client } from '../client.ts'
import { importLine, type Literals, samplesOf } from './samples.ts'

const python = ({ url, key, model, prompt }: Literals): string => `# pip install google-genai
from google import genai

client = genai.Client(api_key=${key}, http_options={"base_url": ${url}})
reply = client.models.generate_content(model=${model}, contents=${prompt})
print(reply.text)`

const node = ({ url, key, model, prompt }: Literals): string => `// npm install @google/genai
${importLine('{ GoogleGenAI }', '@google/genai')}

const client = new GoogleGenAI({ apiKey: ${key}, httpOptions: { baseUrl: ${url} } })
const reply = await client.models.generateContent({
  model: ${model},
  contents: ${prompt},
})
console.log(reply.text)`

const go = ({ url, key, model, prompt }: Literals): string => `// go get google.golang.org/genai
package main

import (
	"context"
	"fmt"

	"google.golang.org/genai"
)

func main() {
	ctx := context.Background()
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey:      ${key},
		Backend:     genai.BackendGeminiAPI,
		HTTPOptions: genai.HTTPOptions{BaseURL: ${url}},
	})
	if err != nil {
		panic(err)
	}
	reply, err := client.Models.GenerateContent(ctx, ${model}, genai.Text(${prompt}), nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Text())
}`

const java = ({ url, key, model, prompt }: Literals): string => `// com.google.genai:google-genai
import com.google.genai.Client;
import com.google.genai.types.HttpOptions;

public class Main {
  public static void main(String[] arguments) {
    var client = Client.builder()
        .apiKey(${key})
        .httpOptions(HttpOptions.builder().baseUrl(${url}).build())
        .build();
    var reply = client.models.generateContent(${model}, ${prompt}, null);
    System.out.println(reply.text());
  }
}`

/** Google's own libraries, which add `/v1beta` themselves. */
export const googleSdk: Client = {
  id: 'google-sdk',
  name: 'Google SDK',
  kind: 'code',
  dialects: ['gemini-generate'],
  isSameEverywhere: true,
  steps: (connection, { prompt }) => [{ kind: 'code', samples: samplesOf({ python, node, go, java }, { ...connection, prompt }) }],
}
