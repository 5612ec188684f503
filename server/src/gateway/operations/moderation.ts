import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { utf8Bytes } from '@waystation/wire/encoding/text-bytes'
import {
  isVerdict,
  moderationBytes,
  moderationTexts,
  moderationUsage,
  picturePlaces,
  readChatModeration,
  readModeration,
  withFlags,
  writeTexts,
} from '@waystation/wire/moderation'
import { WireError } from '@waystation/wire/wire-error'
import type { UpstreamFormat } from '../attempt.ts'
import type { CallFacts } from '../call-facts.ts'
import type { ForwardedOperation, TranslatedOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'
import { wholeListener } from './whole-listener.ts'

/** The marks that a vendor puts around an input come to a few tokens. */
const INPUT_BYTES = 16

/** Does the vendor judge texts, and no items? */
const takesTextsOnly = ({ format }: UpstreamFormat) => format === 'texts'
const listener = () => wholeListener(isVerdict, moderationUsage)

/** Verdicts on texts and pictures: one whole answer without text, passed on as it comes. */
export const moderation: TranslatedOperation = {
  kind: 'translated',
  name: 'moderation',

  read(body) {
    const request = readModeration(body)
    const media = request.inputs
      .flatMap(({ pictures }) => pictures)
      .map(({ data }) => ({ kind: 'image' as const, ...(data ? { data } : {}) }))
    return factsOf(request.model, { textBytes: moderationBytes(request) + INPUT_BYTES * request.inputs.length, media })
  },

  formatFor({ operations, formats }) {
    return operations.includes('moderation') ? { operation: 'moderation', dialect: 'openai-chat', format: formats.moderation } : undefined
  },

  unsupported: (body, format) => (takesTextsOnly(format) ? picturePlaces(body) : []),
  replyListener: listener,
  promptTexts: ({ body }) => moderationTexts(readModeration(body)),
  own: { isSpoken: (format) => !takesTextsOnly(format), withModel: (body, model) => ({ ...body, model }) },
  translateBody: (body, { upstreamModel }, losses) => writeTexts(body, upstreamModel, losses),

  buildReply(_call, reply): JsonObject {
    const verdict = parseJson(reply.text)
    if (verdict === undefined || !isVerdict(verdict)) throw garbageFailure('the upstream did not answer with verdicts')
    return withFlags(verdict)
  },
}

/** Verdicts on the last message of a conversation, at the vendors that have such an endpoint. */
export const chatModeration: ForwardedOperation = {
  kind: 'forwarded',
  name: 'chat-moderation',

  read(body) {
    const { model, texts } = readChatModeration(body)
    return factsOf(model, { textBytes: texts.reduce((sum, text) => sum + utf8Bytes(text) + INPUT_BYTES, 0), media: [] })
  },

  formatFor: ({ operations }) =>
    operations.includes('chat-moderation') ? { operation: 'chat-moderation', dialect: 'openai-chat' } : undefined,
  replyListener: listener,
  promptTexts: ({ body }) => readChatModeration(body).texts,
}

function factsOf(model: string | undefined, size: Pick<CallFacts['size'], 'textBytes' | 'media'>): CallFacts {
  if (!model) throw new WireError('model', 'a string')
  return { model, isStream: false, wantsUsageFrame: false, size: { ...size, maxOutputTokens: 0, choices: 1 } }
}
