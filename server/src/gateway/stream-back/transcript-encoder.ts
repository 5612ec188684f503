import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Frame } from '@waystation/wire/encoding/sse'
import { transcriptDelta, transcriptEnd } from '@waystation/wire/sound/transcript-events'
import type { FrameReading } from '../types.ts'
import type { ReplyEncoder } from './reply-encoder.ts'

/** A transcript that comes in events of another format, told in those of OpenAI's clients. */
export class TranscriptEncoder implements ReplyEncoder {
  #text = ''
  #usage: WireUsage | undefined

  encode(_frame: Frame, { text, usage }: FrameReading, frames: Frame[]): void {
    if (usage) this.#usage = usage
    if (text === '') return
    this.#text += text
    frames.push(transcriptDelta(text))
  }

  close(): readonly Frame[] {
    return []
  }

  end(_withheld: readonly Frame[], counted?: WireUsage): readonly Frame[] {
    return [transcriptEnd(this.#text, counted ?? this.#usage)]
  }
}
