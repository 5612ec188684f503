// A streamed call through the gateway, as a program makes it: followed until it ends, by whatever end.
import { request } from 'undici'

export type LiveStream = ReturnType<typeof openLiveStream>

/** Asks this model for a streamed answer with this key. */
export function openLiveStream(url: string, key: string, model: string) {
  let text = ''
  const words = () => text.split('"content"').length - 1
  const begun = Promise.withResolvers<void>()
  const follow = async () => {
    const { statusCode, body } = await request(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, max_tokens: 4000, messages: [{ role: 'user', content: 'Tell me a long story' }] }),
    })
    if (statusCode !== 200) throw new Error(`the stream was refused with ${statusCode}: ${await body.text()}`)
    for await (const chunk of body) {
      text += String(chunk)
      if (words() > 0) begun.resolve()
    }
  }
  return {
    /** Resolves when the first word has come. @throws Error when it was refused */
    hasBegun: begun.promise,
    /** Resolves when nothing more comes; an end in the middle is an end too. */
    hasEnded: follow().catch((error: unknown) => begun.reject(error)),
    /** What came so far. */
    text: () => text,
    /** How many words came so far. */
    words,
  }
}
