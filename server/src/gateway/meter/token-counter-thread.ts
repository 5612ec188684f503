import { parentPort } from 'node:worker_threads'
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/** Longer slices make the encoder's time grow with the square of their length. */
const SLICE_CHARACTERS = 512
/** The encoder remembers merges; now and then it is made to forget. */
const FORGET_EVERY = 200

let counted = 0
parentPort?.on('message', ({ id, texts }: { id: number; texts: readonly string[] }) => {
  let tokens = 0
  for (const text of texts) {
    for (let at = 0; at < text.length; at += SLICE_CHARACTERS) tokens += countTokens(text.slice(at, at + SLICE_CHARACTERS))
  }
  counted += 1
  if (counted % FORGET_EVERY === 0) clearMergeCache()
  parentPort?.postMessage({ id, tokens })
})
