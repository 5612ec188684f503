import type { CodeSample } from '../../../ui/kit.ts'

/** A placeholder: a real key is never shown in code on a screen. */
export const KEY = 'YOUR_API_KEY'

/** JSON on one line with spaces; it is valid in all three languages, for a message holds texts and lists alone. */
export function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${print(inner)}`)
    .join(', ')}}`
}

/** A call by curl. @param options each on a line of its own, behind the address and the key */
export function curlSample(url: string, options: readonly string[], command = 'curl'): CodeSample {
  return { label: 'curl', language: 'shell', code: [`${command} ${url}`, `-H "Authorization: Bearer ${KEY}"`, ...options].join(' \\\n  ') }
}

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  // Inside single quotes a shell knows no escape: the quote is closed, written, and opened again.
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A call with OpenAI's library for Python. @param address scheme, host and base path */
export function pythonSample(address: string, lines: readonly string[]): CodeSample {
  const client = `client = OpenAI(base_url=${print(`${address}/v1`)}, api_key=${print(KEY)})`
  const code = ['# pip install openai', 'from openai import OpenAI', '', client, ...lines]
  return { label: 'Python', language: 'python', code: code.join('\n') }
}

/** A call with OpenAI's library for JavaScript. @param imports what the lines need beside it */
export function javascriptSample(address: string, lines: readonly string[], imports: readonly string[] = []): CodeSample {
  const client = `const client = new OpenAI({ baseURL: ${print(`${address}/v1`)}, apiKey: ${print(KEY)} })`
  const code = ['// npm install openai', ...imports, "import OpenAI from 'openai'", '', client, ...lines]
  return { label: 'JavaScript', language: 'javascript', code: code.join('\n') }
}
