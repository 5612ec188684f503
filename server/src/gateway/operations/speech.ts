import { isEndOfBytes } from '@waystation/wire/encoding/bytes'
import { isObject, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { utf8Bytes } from '@waystation/wire/encoding/text-bytes'
import type { SpokenEvent } from '@waystation/wire/sound/format'
import { speechFormat } from '@waystation/wire/sound/formats'
import { charactersOf, countsCharacters, readSpeech, readSpeechEvent, soundPerToken } from '@waystation/wire/sound/speech'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { UpstreamFormat } from '../attempt.ts'
import type { CallFacts } from '../call-facts.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import type { MediaOperation } from '../types.ts'

/** A text, spoken: the bytes of a recording, or events with pieces of it. */
export const speech: MediaOperation = {
  kind: 'media',
  name: 'speech',

  read(body): CallFacts {
    const { model, input, instructions, isEvents } = readSpeech(body)
    const size = { ...sizeOf(model, input, instructions), media: [], maxOutputTokens: 0, choices: 1 }
    // A recording arrives in chunks even where no stream is requested.
    return { model, isStream: true, wantsUsageFrame: false, size, ...(isEvents ? {} : { replyFraming: 'bytes' }) }
  },

  sizeFor({ model }, size, body) {
    const { textBytes: _, measured: __, spokenPerToken: ___, ...rest } = size
    const { input, instructions } = readSpeech(body)
    return { ...rest, ...sizeOf(model, input, instructions) }
  },

  formatFor({ operations, formats }, spoken) {
    if (!operations.includes('speech')) return undefined
    const { dialect = 'openai-chat', events } = speechFormat(formats.speech) ?? {}
    if (dialect !== 'openai-chat' && !spoken.includes(dialect)) return undefined
    const inEvents: Pick<UpstreamFormat, 'isInEvents' | 'eventFraming'> = events
      ? { isInEvents: true, ...(events.framing ? { eventFraming: events.framing } : {}) }
      : {}
    return { operation: 'speech', dialect, format: formats.speech, ...inEvents }
  },

  unsupported: (body, { format }, { setting }) => speechFormat(format)?.unsupported(body, setting.voices ?? {}) ?? [],
  translateBody: (body, { upstreamModel, format, channel }, losses) =>
    speechFormat(format)?.writeRequest(body, upstreamModel, losses, channel.setting.voices ?? {}) ?? body,
  mediaType: (body, { format }) => speechFormat(format)?.events?.contentType(body),

  replyListener({ format }, _options, { body, facts }) {
    const { events } = speechFormat(format) ?? {}
    if (events) return pieceListener(events.reader(body))
    return facts.replyFraming === 'bytes' ? soundListener() : eventListener(facts.size.measured === undefined)
  },

  promptTexts({ body, facts }, purpose) {
    // The price of such a model depends on the characters, not on their tokens.
    if (purpose === 'count' && facts.size.measured) return []
    const { input, instructions } = readSpeech(body)
    return [input, instructions]
  },
}

/** By characters, or by tokens of the text and of the sound that it becomes. */
function sizeOf(model: string, input: string, instructions: string): Pick<ExpectedSize, 'textBytes' | 'measured' | 'spokenPerToken'> {
  if (!countsCharacters(model)) return { textBytes: utf8Bytes(input) + utf8Bytes(instructions), spokenPerToken: soundPerToken(model) }
  const characters = charactersOf(input, model)
  return { textBytes: 0, measured: { unit: 'characters', amount: characters, asTokens: { bucket: 'freshInput', count: characters } } }
}

/** Reads a reply of raw bytes, of which only an orderly end can be recognised. */
function soundListener(): ReplyListener {
  let isComplete = false
  return {
    push(frame) {
      isComplete = isEndOfBytes(frame)
      return { text: '', isProduce: !isComplete, isEnd: isComplete }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}

/** Reads events with pieces of a recording, of a vendor whose format is not OpenAI's. */
function pieceListener(read: (event: JsonObject) => SpokenEvent): ReplyListener {
  let isComplete = false
  return {
    push({ data = '' }): FrameReading {
      const event = parseJson(data)
      if (!isObject(event)) return { text: '', isProduce: false }
      const reading = read(event)
      if (reading.isEnd && !reading.error) isComplete = true
      return { text: '', isProduce: reading.bytes !== undefined, ...reading }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}

/** @param paysTokens is the usage that the vendor reports what is paid for? */
function eventListener(paysTokens: boolean): ReplyListener {
  let isComplete = false
  return {
    push(frame): FrameReading {
      const { usage, ...reading } = readSpeechEvent(frame)
      if (reading.isEnd) isComplete = true
      return { text: '', ...reading, ...(usage && paysTokens ? { usage } : {}) }
    },
    end: () => [],
    get isComplete() {
      return isComplete
    },
  }
}
