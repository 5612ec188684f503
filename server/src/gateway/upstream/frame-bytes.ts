import { type Frame, printComment, printFrame } from '@waystation/wire/encoding/sse'
import { AnswerBody, type ByteSource } from '../../lib/bodies/byte-source.ts'

/**
 * Frames as the bytes of a stream of events, made as they are read: what comes frame by frame is then looked ahead, collected, limited and
 * paused like every other answer.
 *
 * @param abort ends what the frames come from
 */
export function bytesOfFrames(frames: AsyncIterable<Frame>, abort: () => void): ByteSource {
  let gate: PromiseWithResolvers<void> | undefined
  let isOver = false
  const open = () => {
    gate?.resolve()
    gate = undefined
  }
  const body = new AnswerBody({
    pause() {
      gate ??= Promise.withResolvers()
    },
    resume: open,
    abort() {
      isOver = true
      abort()
      open()
    },
  })
  const pump = async () => {
    for await (const frame of frames) {
      body.push(bytesOf(frame))
      if (gate) await gate.promise
      if (isOver) return
    }
  }
  pump().then(
    () => body.finish(),
    (error: unknown) => body.finish(error instanceof Error ? error : new Error(String(error))),
  )
  return body
}

function bytesOf({ event, data, raw }: Frame): Buffer {
  if (raw) return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  return Buffer.from(data === undefined ? printComment('') : printFrame({ event, data }))
}
