import type { CodeSample } from '~/ui/kit'

interface Call {
  /** Scheme, host and base path, without a slash at the end. */
  readonly address: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

/** A first call to copy: curl, and OpenAI's own SDKs. */
export function snippets({ address, key, model, prompt }: Call): readonly CodeSample[] {
  const content = JSON.stringify(prompt)
  const body = `{\n    "model": ${JSON.stringify(model)},\n    "messages": [{"role": "user", "content": ${content}}]\n  }`.replaceAll(
    "'",
    "'\\''",
  )
  return [
    {
      label: 'curl',
      language: 'shell',
      code: `curl ${address}/v1/chat/completions \\\n  -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
    },
    {
      label: 'Python',
      language: 'python',
      code: `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
reply = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": ${content}}],
)
print(reply.choices[0].message.content)`,
    },
    {
      label: 'Node.js',
      language: 'javascript',
      code: `// npm install openai
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${address}/v1', apiKey: '${key}' })
const reply = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: 'user', content: ${content} }],
})
console.log(reply.choices[0].message.content)`,
    },
  ]
}
