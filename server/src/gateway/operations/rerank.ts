import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { parseJson } from '@waystation/wire/encoding/json'
import { type RerankDoor, rerankFormat, secondDoor, usualDoor, writeRerank } from '@waystation/wire/rerank/formats'
import { writeRerankReply } from '@waystation/wire/rerank/reply'
import { readRerank, rerankSize, rerankTexts } from '@waystation/wire/rerank/request'
import { countsSearches, searchesOf } from '@waystation/wire/rerank/searches'
import { WireError } from '@waystation/wire/wire-error'
import { type ExpectedSize, typicalTokens } from '../../domain/pricing/hold-policy.ts'
import type { WholeReply } from '../reply.ts'
import type { Call, TranslatedOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { toldUsage, wholeListener } from './whole-listener.ts'

/**
 * Documents, ranked by how well they answer a query. Requests are written anew for every vendor and replies for every client: vendors of one
 * format differ in whether documents may be objects, and in what is around the ranking.
 */
function rerankOperation(door: RerankDoor): TranslatedOperation {
  return {
    kind: 'translated',
    name: 'rerank',

    read(body) {
      const request = readRerank(body)
      if (!request.model) throw new WireError('model', 'a string')
      const { pictures, ...bytes } = rerankSize(request)
      const media = pictures.map((data) => ({ kind: 'image', ...(data === undefined ? {} : { data }) }) as const)
      return { model: request.model, isStream: false, wantsUsageFrame: false, size: { ...bytes, media, maxOutputTokens: 0, choices: 1 } }
    },

    sizeFor({ model, kind }, size, body) {
      if (kind !== 'per-call' || !countsSearches(model)) return size
      const { usual, most } = searchesOf(readRerank(body))
      return { ...size, measured: { unit: 'searches', amount: usual, most } }
    },

    formatFor({ operations, formats }) {
      return operations.includes('rerank') ? { operation: 'rerank', dialect: 'openai-chat', format: formats.rerank } : undefined
    },

    replyListener({ format }, _options, { facts }) {
      const { readReply, readUsage } = rerankFormat(format)
      return wholeListener(
        (reply) => readReply(reply) !== undefined,
        (reply) => paidUsage(readUsage(reply), facts.size),
      )
    },

    promptTexts: ({ body }) => rerankTexts(readRerank(body)),
    translateBody: (body, { upstreamModel, format }, losses) =>
      writeRerank(readRerank(body), door, rerankFormat(format), upstreamModel, losses),

    buildReply(call, reply, { format }) {
      const request = readRerank(call.body)
      const found = rerankFormat(format).readReply(parseJson(reply.text))
      const answer =
        found &&
        writeRerankReply(request, found, {
          ...{ id: call.id, model: call.facts.model, usage: shownUsage(call, reply, format) },
          returnsDocuments: request.wantsDocuments ?? door.returnsDocuments,
          hasMeta: door.hasMeta,
        })
      if (!answer) throw garbageFailure('the upstream did not answer with a ranking of these documents')
      return answer
    },
  }
}

export const rerank = rerankOperation(usualDoor)
export const secondRerank = rerankOperation(secondDoor)

/** What the vendor reports in the unit that is paid for. A report without that is none: our own count is charged. */
function paidUsage(usage: WireUsage | undefined, { measured }: ExpectedSize): WireUsage | undefined {
  if (!usage || measured?.unit === 'searches') return usage
  // Beside a ranking, no tokens are no count; a number that cannot be one is judged by the meter.
  const { searches, ...tokens } = usage
  return searches !== undefined && tokens.freshInput === 0 ? undefined : tokens
}

/** The usage in the client's reply: the billed one, or an estimate of the tokens where the vendor counts none. */
function shownUsage(call: Call, reply: WholeReply, format: string | undefined): WireUsage {
  const usage = toldUsage(reply, rerankFormat(format).readUsage)
  return usage.freshInput > 0 ? usage : { ...usage, freshInput: typicalTokens(call.facts.size.textBytes) }
}
