// Our own count of the prompts of a batch, for answers whose vendor reports none. It is made before the batch is sent, and kept by its hold: the
// requests themselves are not.
import { hash } from 'node:crypto'
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { type KnownModel, mediaTokens } from '../../domain/pricing/media-tokens.ts'
import { estimatedTokens, type TokenCounter } from '../meter/token-counter.ts'
import { type BatchLine, eachLine } from './batch-lines.ts'

/** Characters of a batch that are counted; the rest is estimated by its length, with what was learnt from these. */
const MAX_COUNTED_CHARACTERS = 256 * 1024
const LONGEST_NAME = 12

/** By the names of requests: tokens of text, and of sound where there are any. */
type Counts = Readonly<Record<string, number | readonly [text: number, sound: number]>>

/** The counts of all requests, as text. @param id of the submission */
export async function countPrompts(lines: readonly BatchLine[], id: string, model: KnownModel, counter: TokenCounter): Promise<string> {
  const counts: Record<string, Counts[string]> = {}
  let left = MAX_COUNTED_CHARACTERS
  let [counted, guessed] = [0, 0]
  await eachLine(lines, async ({ written, call }, index) => {
    const texts = [...call.endpoint.operation.promptTexts(call, 'count')]
    const guess = texts.reduce((sum, text) => sum + estimatedTokens(text), 0)
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    let tokens = counted > 0 ? Math.ceil((guess * counted) / guessed) : guess
    if (characters <= left) {
      tokens = await counter.count(texts)
      left -= characters
      counted += tokens
      guessed += guess
    }
    const media = mediaTokens(call.facts.size.media, model)
    const all = tokens + media.input
    counts[nameOf(id, written.id, index)] = media.audio > 0 ? [all, media.audio] : all
  })
  return JSON.stringify(counts)
}

/** The prompt of one request, by a text that countPrompts made; undefined: it has none of this. */
export function promptOf(
  counts: Counts,
  id: string,
  request: { readonly name: string | undefined; readonly index: number },
): Usage | undefined {
  const count = counts[nameOf(id, request.name ?? '', request.index)]
  if (count === undefined) return undefined
  const [freshInput, audioInput] = typeof count === 'number' ? [count, 0] : count
  return { ...noUsage, freshInput, audioInput }
}

/** @param text made by countPrompts */
export const countsIn = (text: string): Counts => JSON.parse(text)

/** Names are their callers' words: what is kept shows none, and not that two batches have the same. */
const nameOf = (id: string, name: string, index: number): string =>
  name === '' ? String(index) : hash('sha256', `${id} ${name}`, 'base64url').slice(0, LONGEST_NAME)
