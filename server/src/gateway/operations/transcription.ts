import { traitsOf } from '@waystation/contract/models/traits'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { FormField, TranscriptionFormat } from '@waystation/wire/sound/format'
import { transcriptionFormat } from '@waystation/wire/sound/formats'
import { recordingType } from '@waystation/wire/sound/recording'
import { printTranscript } from '@waystation/wire/sound/transcript'
import {
  GOOGLES_TOKENS_PER_MINUTE,
  readForeignReply,
  readTranscription,
  readTranscriptionEvent,
  readTranscriptionReply,
  type SoundBucket,
  soundTokens,
} from '@waystation/wire/sound/transcription'
import { WireError } from '@waystation/wire/wire-error'
import type { Measured } from '../../domain/pricing/hold-policy.ts'
import type { FormFile } from '../../lib/bodies/multipart.ts'
import type { Form } from '../form.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import type { Call, FormOperation } from '../types.ts'
import { garbageFailure } from '../upstream/failures.ts'

/** A list in a form: its items have the same name. */
const GRANULARITIES = /^timestamp_granularities(\[\])?$/

/** The speech of a recording, as text: in its own language, or in English. */
function soundOperation(name: 'transcription' | 'translation'): FormOperation {
  return {
    kind: 'form',
    name,

    read(fields) {
      const { model, stream } = readTranscription(fields)
      return { model, isStream: stream, wantsUsageFrame: false, size: { textBytes: 0, media: [], maxOutputTokens: 0, choices: 1 } }
    },

    async measure(form, model, files) {
      const file = form.find(isRecording)
      if (!file || file.bytes.length === 0) throw new WireError('file', 'a recording')
      return { measured: measured(await files.seconds(file), model) }
    },

    sizeFor: ({ model }, size) => (size.measured ? { ...size, measured: measured(size.measured.amount, model) } : size),

    formatFor({ operations, formats }, spoken) {
      if (!operations.includes(name)) return undefined
      const { dialect = 'openai-chat', readEvent } = transcriptionFormat(formats[name]) ?? {}
      if (dialect !== 'openai-chat' && !spoken.includes(dialect)) return undefined
      return { operation: name, dialect, format: formats[name], ...(readEvent ? { isRetold: true } : {}) }
    },
    replyListener: ({ format }, _options, call) => new TranscriptListener(call, transcriptionFormat(format)),
    unsupported: (fields, { format }) => transcriptionFormat(format)?.unsupported(fields) ?? [],

    translateForm(form, { upstreamModel, format: name }, losses) {
      const fields = fieldsOf(form)
      const format = transcriptionFormat(name)
      const written = format && 'writeFields' in format ? format.writeFields(fields, upstreamModel, losses) : fields
      return [...written.map(([field, text]) => ({ name: field, text })), ...form.filter(isRecording)]
    },

    bodyOfForm(form, { upstreamModel, format: name }, losses) {
      const format = transcriptionFormat(name)
      const file = form.find(isRecording)
      if (!file || !format || !('writeBody' in format)) return undefined
      const recording = { base64: file.bytes.toString('base64'), mediaType: recordingType(file.fileName, file.type) }
      return format.writeBody(fieldsOf(form), recording, upstreamModel, losses)
    },

    printReply({ body, form = [] }, reply, { format }) {
      const transcript = transcriptionFormat(format)?.readReply(parseJson(reply.text))
      if (!transcript) throw garbageFailure('the upstream did not answer with a transcript')
      const granularities = form.flatMap((part) => ('text' in part && GRANULARITIES.test(part.name) ? [part.text] : []))
      return printTranscript(transcript, typeof body.response_format === 'string' ? body.response_format : 'json', granularities)
    },

    // The price depends on the recording, not on the text.
    promptTexts: ({ body }, purpose) => (purpose === 'reading' && typeof body.prompt === 'string' ? [body.prompt] : []),
  }
}

export const transcription = soundOperation('transcription')
export const translation = soundOperation('translation')

const isRecording = (part: Form[number]): part is FormFile => part.name === 'file' && 'bytes' in part
const fieldsOf = (form: Form): FormField[] => form.flatMap((part): FormField[] => ('text' in part ? [[part.name, part.text]] : []))

/** Tokens of what is said in a second, where people speak fast: 200 words a minute. */
const WRITTEN_TOKENS_PER_SECOND = 5
/** What a model of Google thinks before it writes, at most as a rule. */
const THOUGHT_TOKENS = 1024

function measured(seconds: number, model: string): Measured {
  const { soundUnit, maker } = traitsOf(model)
  const bucket = soundUnit === 'tokens' ? 'audioInput' : 'freshInput'
  const base = { unit: 'seconds', amount: seconds } as const
  if (soundUnit !== 'tokens' || maker !== 'Google') return { ...base, asTokens: { bucket, count: soundTokens(seconds) } }
  const written = Math.ceil(seconds * WRITTEN_TOKENS_PER_SECOND) + THOUGHT_TOKENS
  return { ...base, asTokens: { bucket, count: soundTokens(seconds, GOOGLES_TOKENS_PER_MINUTE) }, written }
}

/** Reads the events of a stream, or a whole reply, which is JSON or text. */
class TranscriptListener implements ReplyListener {
  readonly #call: Call
  readonly #format: TranscriptionFormat | undefined
  isComplete = false

  constructor(call: Call, format: TranscriptionFormat | undefined) {
    this.#call = call
    this.#format = format
  }

  push(frame: Parameters<ReplyListener['push']>[0]): FrameReading {
    const { facts } = this.#call
    const bucket = facts.size.measured?.asTokens?.bucket === 'audioInput' ? 'audioInput' : 'freshInput'
    // A whole reply was never cut out of a stream.
    const isEvent = frame.raw !== undefined
    if (isEvent && this.#format?.readEvent) return this.#readForeign(this.#format.readEvent, frame.data ?? '')
    const reading = isEvent ? readTranscriptionEvent(frame, bucket) : this.#readWhole(frame.data ?? '', bucket)
    if (!reading) return { text: '', isProduce: false }
    if (reading.isEnd || (!isEvent && !reading.error)) this.isComplete = true
    return { text: '', ...reading }
  }

  #readForeign(read: NonNullable<TranscriptionFormat['readEvent']>, data: string): FrameReading {
    const event = parseJson(data)
    if (!isObject(event)) return { text: '', isProduce: false }
    const reading = read(event)
    if (reading.isEnd && !reading.error) this.isComplete = true
    return { ...reading, isProduce: reading.text !== '' }
  }

  #readWhole(text: string, bucket: SoundBucket) {
    if (this.#format) return readForeignReply(text, bucket, this.#format)
    return readTranscriptionReply(text, bucket, this.#call.body.response_format)
  }

  end(): readonly [] {
    return []
  }
}
