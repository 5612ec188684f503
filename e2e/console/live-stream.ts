// A streamed call through the gateway, as a program makes it: followed until it ends, by whatever end.
import { request } from 'undici'

export interface LiveStream {
  /** Resolves when the first words have come. */
  readonly hasBegun: Promise<void>
  /** What came so far. */
  text(): string
  /** When it ended, by `performance.now()`. */
  readonly endedAtMs: Promise<number>
}

/** Asks this model for a streamed answer with this key. */
export function openLiveStream(url: string, key: string, model: string): LiveStream {
  const chunks: string[] = []
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const follow = async () => {
    const { statusCode, body } = await request(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, max_tokens: 4000, messages: [{ role: 'user', content: 'Tell me a long story' }] }),
    })
    if (statusCode !== 200) throw new Error(`the stream was refused with ${statusCode}: ${await body.text()}`)
    for await (const chunk of body) {
      chunks.push(String(chunk))
      if (chunks.join('').includes('"content"')) begin()
    }
  }
  const endedAtMs = follow().then(
    () => performance.now(),
    (error: unknown) => {
      // An end in the middle is an end too; a refusal is none, for nothing had begun.
      if (chunks.length === 0) throw error
      return performance.now()
    },
  )
  return { hasBegun: Promise.race([hasBegun, endedAtMs.then(() => undefined)]), text: () => chunks.join(''), endedAtMs }
}
