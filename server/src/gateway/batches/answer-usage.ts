// What one answer of a batch used: what its vendor reports, and our own count of what it does not, as for a call of its own (decisions 22, 48).
import { noUsage, type Usage } from '@waystation/contract/calls/usage'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { isProduce, producedText } from '@waystation/wire/chat/request/produced-text'
import { embeddingFormat } from '@waystation/wire/embeddings/formats'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { sumOf } from '../../domain/pricing/count-bounds.ts'
import { isCounted, usageOf } from '../meter/meter.ts'
import type { TokenCounter } from '../meter/token-counter.ts'
import type { BatchOrder } from '../tasks/taken-task.ts'

/** What an answer used. */
export interface AnswerUsage {
  readonly usage: Usage
  /** Does its vendor report nothing of its prompt, which is not in `usage` then? */
  readonly lacksPrompt: boolean
  /** Was some of it counted here, or is it to be? */
  readonly isCounted: boolean
}

/**
 * @param answer in the shape of an answer to the request by itself
 * @param isCut was some of it left out?
 * @returns undefined: nobody can tell
 */
export async function usageOfAnswer(
  { answer, isCut }: { readonly answer: JsonObject; readonly isCut: boolean },
  { operation, dialect }: Pick<BatchOrder, 'operation' | 'dialect'>,
  counter: TokenCounter,
): Promise<AnswerUsage | undefined> {
  const said = operation === 'embeddings' ? vectorsOf(answer) : wordsOf(answer, dialect)
  if (!said) return undefined
  const { text, isProduced, reported } = said
  const isBelieved = reported !== undefined && isCounted(reported.raw)
  // An answer with nothing in it is free where its vendor counts nothing either.
  if (!isBelieved && !isProduced) return { usage: noUsage, lacksPrompt: false, isCounted: true }
  const usage = isBelieved ? usageOf(reported) : { ...noUsage, calls: 1 }
  const lacksPrompt = isProduced && sumOf('input', usage) === 0
  const lacksOutput = text !== '' && sumOf('output', usage) === 0
  if (lacksOutput && isCut) return undefined
  const output = lacksOutput ? await counter.count([text]) : usage.output
  return { usage: { ...usage, output }, lacksPrompt, isCounted: !isBelieved || lacksPrompt || lacksOutput }
}

interface Said {
  readonly text: string
  /** Is there anything in it that a caller pays for? */
  readonly isProduced: boolean
  readonly reported: WireUsage | undefined
}

function vectorsOf(answer: JsonObject): Said {
  return { text: '', isProduced: Array.isArray(answer.data) && answer.data.length > 0, reported: embeddingFormat().readUsage(answer) }
}

/** Undefined where it cannot be read. */
function wordsOf(answer: JsonObject, dialect: BatchOrder['dialect']): Said | undefined {
  try {
    const reader = vendorDialects[dialect].replyReader({ stream: false, idPrefix: '' })
    const events = [...reader.push({ event: '', data: JSON.stringify(answer) }), ...reader.end()]
    const reported = events.findLast((event) => event.kind === 'usage-known')?.usage
    return { text: events.map(producedText).join(''), isProduced: events.some(isProduce), reported }
  } catch {
    return undefined
  }
}
