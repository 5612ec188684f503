import { parentPort } from 'node:worker_threads'
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { QueryReply, ThreadQuery } from '../../lib/query-thread.ts'

/** Longer slices make the encoder's time grow with the square of their length. */
const SLICE_CHARACTERS = 512
/** The encoder caches merges; its cache is cleared at intervals. */
const FORGET_EVERY = 200

let counted = 0
parentPort?.on('message', ({ id, input }: ThreadQuery<readonly string[]>) => {
  let tokens = 0
  for (const text of input) {
    for (let at = 0; at < text.length; at += SLICE_CHARACTERS) tokens += countTokens(text.slice(at, at + SLICE_CHARACTERS))
  }
  counted += 1
  if (counted % FORGET_EVERY === 0) clearMergeCache()
  const reply: QueryReply<number> = { id, answer: tokens }
  parentPort?.postMessage(reply)
})
