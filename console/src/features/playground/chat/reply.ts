// The answer as it grows: chunks of OpenAI's chat shape, with what other vendors put beside it (reasoning, images, thoughts in tags).
import { isImageAddress } from '../../../ui/markdown/safe-address.ts'
import type { ChatFailure } from './message.ts'

export interface Reply {
  readonly text: string
  readonly reasoning: string
  readonly images: readonly string[]
  /** Milliseconds spent thinking before the first word; undefined while it thinks, or when it never did. */
  readonly thoughtMs: number | undefined
  /** Milliseconds of `now` at the first news. */
  readonly firstAt: number | undefined
  /** Did the stream say that this was all? */
  readonly isDone: boolean
  readonly finishReason: string | undefined
  readonly failure: ChatFailure | undefined
}

export interface ReplyReader {
  /** Takes the data of one event. What is not JSON is passed over: a proxy may have cut it. */
  event(data: string): void
  /** Takes a whole answer, which has no events. */
  whole(json: unknown): void
  reply(): Reply
}

/** @param now milliseconds of a clock that only rises */
export function replyReader(now: () => number): ReplyReader {
  let raw = ''
  let given = ''
  const images: string[] = []
  let thinkingSince: number | undefined
  let thoughtMs: number | undefined
  let firstAt: number | undefined
  let isDone = false
  let finishReason: string | undefined
  let failure: ChatFailure | undefined

  const think = (words: string) => {
    if (words === '') return
    thinkingSince ??= now()
    given += words
  }
  const say = (words: string) => {
    if (words === '') return
    raw += words
    if (words.includes(')') && raw.includes('](data:image/')) raw = withoutImages(raw, images)
    if (given === '') {
      if (thinkingSince === undefined && opensThought(raw)) thinkingSince = now()
      if (thoughtMs === undefined && thinkingSince !== undefined && thoughtOf(raw).isOver) thoughtMs = now() - thinkingSince
    } else if (raw.trim() !== '') thoughtMs ??= now() - (thinkingSince ?? now())
  }

  const message = (part: Fields) => {
    think(textOf(part.reasoning_content) || textOf(part.reasoning))
    const { content } = part
    if (Array.isArray(content)) for (const piece of content.filter(isFields)) takePiece(piece)
    else say(textOf(content))
    if (Array.isArray(part.images)) for (const piece of part.images.filter(isFields)) takePiece(piece)
    if (firstAt === undefined && (raw !== '' || given !== '' || images.length > 0)) firstAt = now()
  }
  const takePiece = (piece: Fields) => {
    if (typeof piece.text === 'string') say(piece.text)
    const address = isFields(piece.image_url) ? piece.image_url.url : piece.image_url
    if (typeof address === 'string' && isImageAddress(address)) images.push(address)
  }

  const take = (json: unknown, where: 'delta' | 'message') => {
    if (!isFields(json)) return
    if (json.error !== undefined && json.error !== null) failure = failureOf(json.error)
    const choice = Array.isArray(json.choices) ? json.choices[0] : undefined
    if (!isFields(choice)) return
    if (isFields(choice[where])) message(choice[where])
    if (typeof choice.finish_reason === 'string') finishReason = choice.finish_reason
  }

  return {
    event(data) {
      if (data.trim() === '[DONE]') isDone = true
      else take(parsed(data), 'delta')
    },
    whole(json) {
      take(json, 'message')
      isDone = failure === undefined
    },
    reply() {
      const { thought, text } = given === '' ? thoughtOf(raw) : { thought: given, text: raw }
      return { text, reasoning: thought, images: [...images], thoughtMs, firstAt, isDone, finishReason, failure }
    },
  }
}

/** An error of the stream or of a refused call, in the server's words; the request id in them is shown apart. */
export function failureOf(error: unknown): ChatFailure {
  if (!isFields(error)) return { message: String(error), code: '' }
  const message = typeof error.message === 'string' ? error.message.replace(/\s*\(request id: [^)]*\)\s*$/, '') : JSON.stringify(error)
  return { message, code: typeof error.code === 'string' ? error.code : '' }
}

const OPEN = '<think>'
const CLOSE = '</think>'

/** Some vendors put the thoughts into the text, between tags at its beginning. */
function thoughtOf(raw: string): { thought: string; text: string; isOver: boolean } {
  const start = raw.length - raw.trimStart().length
  const begun = raw.slice(start, start + OPEN.length)
  if (begun !== OPEN) {
    // The tag itself may be half here; it is not shown as text.
    const isHalf = begun !== '' && OPEN.startsWith(begun)
    return { thought: '', text: isHalf ? '' : raw, isOver: false }
  }
  const from = start + OPEN.length
  const end = raw.indexOf(CLOSE, from)
  if (end < 0) return { thought: raw.slice(from), text: '', isOver: false }
  return { thought: raw.slice(from, end).trim(), text: raw.slice(end + CLOSE.length).trimStart(), isOver: true }
}

function opensThought(raw: string): boolean {
  return raw.trimStart().startsWith(OPEN)
}

/** Takes pictures that stand in the text as data out of it: they would be parsed again with every word. */
function withoutImages(text: string, images: string[]): string {
  return text.replace(/!\[[^\]]*\]\((data:image\/[^)\s]+)\)/g, (whole, address: string) => {
    if (!isImageAddress(address)) return whole
    images.push(address)
    return ''
  })
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
