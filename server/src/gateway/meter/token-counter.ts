// Counts tokens where a vendor reports no usage. Byte-pair encoding is slow and can be made very slow, so it runs in a thread of its own,
// started at the first need, on slices of at most 512 characters (decision D13).
import { QueryThread } from '../../lib/query-thread.ts'

export interface TokenCounter {
  /** Tokens of these texts together. Never fails: without the thread, bytes are counted instead. */
  count(texts: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** A count that takes longer is answered by an estimate. */
const LIMIT_MS = 3000

export function tokenCounter(onTrouble: (error: unknown) => void): TokenCounter {
  const thread = new QueryThread<readonly string[], number>({
    file: new URL('./token-counter-thread.ts', import.meta.url),
    name: 'token-counter',
    limitMs: LIMIT_MS,
    isStoppedWhenLate: false,
    onTrouble,
  })
  return {
    async count(texts) {
      if (texts.every((text) => text === '')) return 0
      return (await thread.ask(texts)) ?? texts.reduce((sum, text) => sum + estimatedTokens(text), 0)
    },
    close: () => thread.close(),
  }
}

/** Four ASCII characters a token; one and a half others (measured on English and Chinese: -28 % and -3 %). */
export function estimatedTokens(text: string): number {
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) others += 1
  return Math.ceil((text.length - others) / 4 + others / 1.5)
}
