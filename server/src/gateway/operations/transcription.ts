import { traitsOf } from '@waystation/contract/models/traits'
import { parseJson } from '@waystation/wire/encoding/json'
import type { FormField, TranscriptionFormat } from '@waystation/wire/sound/format'
import { transcriptionFormat } from '@waystation/wire/sound/formats'
import { printTranscript } from '@waystation/wire/sound/transcript'
import {
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
import type { Call, FormOperation, FrameReading, ReplyListener } from '../types.ts'
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
      const file = form.find((part): part is FormFile => part.name === 'file' && 'bytes' in part)
      if (!file || file.bytes.length === 0) throw new WireError('file', 'a recording')
      return { measured: measured(await files.seconds(file), model) }
    },

    sizeFor: ({ model }, size) => (size.measured ? { ...size, measured: measured(size.measured.amount, model) } : size),

    formatFor: ({ operations, formats }) =>
      operations.includes(name) ? { operation: name, dialect: 'openai-chat', format: formats[name] } : undefined,
    replyListener: ({ format }, _options, call) => new TranscriptListener(call, transcriptionFormat(format)),
    unsupported: (fields, { format }) => transcriptionFormat(format)?.unsupported(fields) ?? [],

    translateForm(form, { upstreamModel, format }, losses) {
      const fields = form.flatMap((part): FormField[] => ('text' in part ? [[part.name, part.text]] : []))
      const written = transcriptionFormat(format)?.writeFields(fields, upstreamModel, losses) ?? fields
      const files = form.filter((part) => 'bytes' in part && part.name === 'file')
      return [...written.map(([field, text]) => ({ name: field, text })), ...files]
    },

    printReply({ body, form = [] }, reply, { format }) {
      const transcript = transcriptionFormat(format)?.readReply(parseJson(reply.text))
      if (!transcript) throw garbageFailure('the upstream did not answer with a transcript')
      const granularities = form.flatMap((part) => ('text' in part && GRANULARITIES.test(part.name) ? [part.text] : []))
      return printTranscript(transcript, typeof body.response_format === 'string' ? body.response_format : 'json', granularities)
    },

    // The price depends on the recording, not on the text.
    promptTexts: () => [],
  }
}

export const transcription = soundOperation('transcription')
export const translation = soundOperation('translation')

const measured = (seconds: number, model: string): Measured => ({
  unit: 'seconds',
  amount: seconds,
  asTokens: { bucket: traitsOf(model).soundUnit === 'tokens' ? 'audioInput' : 'freshInput', count: soundTokens(seconds) },
})

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
    const reading = isEvent ? readTranscriptionEvent(frame, bucket) : this.#readWhole(frame.data ?? '', bucket)
    if (!reading) return { text: '', isProduce: false }
    if (reading.isEnd || (!isEvent && !reading.error)) this.isComplete = true
    return { text: '', ...reading }
  }

  #readWhole(text: string, bucket: SoundBucket) {
    if (this.#format) return readForeignReply(text, bucket, this.#format)
    return readTranscriptionReply(text, bucket, this.#call.body.response_format)
  }

  end(): readonly [] {
    return []
  }
}
