// Code that is filled in between a prompt and a suffix (`/v1/fim/completions`): passed through, with replies in the shape of OpenAI's chat.
// Source: Mistral's API reference, "Fill in the middle", 2026.
import type { Json } from './encoding/json.ts'
import { reader } from './encoding/reader.ts'

export interface FimCall {
  readonly model: string
  readonly stream: boolean
  readonly prompt: string
  /** What stands behind the gap; empty: nothing. */
  readonly suffix: string
  /** Tokens of the answer; absent: the caller names no limit. */
  readonly maxOutputTokens?: number
}

/** What the gateway must know of the body. Throws WireError, with the path, where it has the wrong type. */
export function readFim(body: Json): FimCall {
  const r = reader(body, '')
  const maxOutputTokens = r.number('max_tokens')
  return {
    model: r.needText('model'),
    stream: r.boolean('stream') ?? false,
    prompt: r.needText('prompt'),
    suffix: r.text('suffix') ?? '',
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  }
}
