import { traitsOf } from '@waystation/contract/models/traits'
import { readTranscription, readTranscriptionEvent, readTranscriptionReply, soundTokens } from '@waystation/wire/transcription'
import { WireError } from '@waystation/wire/wire-error'
import type { Measured } from '../../domain/pricing/hold-policy.ts'
import type { FormFile } from '../../lib/bodies/multipart.ts'
import type { Call, FormOperation, FrameReading, ReplyListener } from '../types.ts'

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
      return measured(await files.seconds(file), model)
    },

    sizeFor: ({ model }, size) => (size.measured ? { ...size, measured: measured(size.measured.amount, model) } : size),

    formatFor: ({ operations }) => (operations.includes(name) ? { operation: name, dialect: 'openai-chat' } : undefined),
    replyListener: (_format, _options, call) => new TranscriptListener(call),
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
  isComplete = false

  constructor(call: Call) {
    this.#call = call
  }

  push(frame: Parameters<ReplyListener['push']>[0]): FrameReading {
    const { facts, body } = this.#call
    const bucket = facts.size.measured?.asTokens?.bucket ?? 'freshInput'
    // A whole reply was never cut out of a stream.
    const isEvent = frame.raw !== undefined
    const reading = isEvent ? readTranscriptionEvent(frame, bucket) : readTranscriptionReply(frame.data ?? '', bucket, body.response_format)
    if (!reading) return { text: '', isProduce: false }
    if (reading.isEnd || (!isEvent && !reading.error)) this.isComplete = true
    return { text: '', ...reading }
  }

  end(): readonly [] {
    return []
  }
}
