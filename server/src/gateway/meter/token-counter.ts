// Counts tokens where a vendor tells no usage. Byte-pair encoding is slow and can be made very slow, so it runs in a thread of its own,
// started at the first need, on slices of at most 512 characters (decision D13).
import { Worker } from 'node:worker_threads'

export interface TokenCounter {
  /** Tokens of these texts together. Never fails: without the thread, bytes are counted instead. */
  count(texts: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** A count that takes longer is answered by an estimate. */
const LIMIT_MS = 3000

export function tokenCounter(onTrouble: (error: unknown) => void): TokenCounter {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, (tokens: number | undefined) => void>()

  const fail = (error: unknown) => {
    onTrouble(error)
    worker = undefined
    for (const answer of waiting.values()) answer(undefined)
    waiting.clear()
  }

  const start = (): Worker => {
    const fresh = new Worker(new URL('./token-counter-thread.ts', import.meta.url), { name: 'token-counter' })
    fresh.unref()
    fresh.on('message', ({ id, tokens }: { id: number; tokens: number }) => {
      waiting.get(id)?.(tokens)
      waiting.delete(id)
    })
    fresh.on('error', fail)
    return fresh
  }

  return {
    async count(texts) {
      if (texts.every((text) => text === '')) return 0
      worker ??= start()
      lastId += 1
      const id = lastId
      const answer = await new Promise<number | undefined>((resolve) => {
        waiting.set(id, resolve)
        setTimeout(() => resolve(undefined), LIMIT_MS).unref()
        worker?.postMessage({ id, texts })
      })
      waiting.delete(id)
      return answer ?? texts.reduce((sum, text) => sum + estimatedTokens(text), 0)
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Four ASCII characters a token; one and a half others (measured on English and Chinese: -28 % and -3 %). */
export function estimatedTokens(text: string): number {
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) others += 1
  return Math.ceil((text.length - others) / 4 + others / 1.5)
}
