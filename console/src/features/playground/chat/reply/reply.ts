// Accumulates a response from chunks of OpenAI's chat shape, with other vendors' additions (reasoning, images, thoughts in tags).
import { isImageAddress } from '../../../../ui/markdown/safe-address.ts'
import type { ChatFailure } from '../message.ts'
import { type Fields, failureOf, isFields } from './fields.ts'

export interface Reply {
  readonly text: string
  readonly reasoning: string
  readonly images: readonly string[]
  /** Milliseconds spent thinking before the first word; undefined while it thinks, or when it never did. */
  readonly thoughtMs: number | undefined
  /** Milliseconds of `now` at the first chunk. */
  readonly firstAt: number | undefined
  /** Did the stream send its end? */
  readonly isDone: boolean
  readonly finishReason: string | undefined
  readonly failure: ChatFailure | undefined
}

/** Reads an answer as it comes. */
export class ReplyReader {
  readonly #now: () => number
  readonly #images: string[] = []
  /** The text, including thoughts between tags. */
  #raw = ''
  /** The thoughts, where the vendor sends them separately. */
  #given = ''
  #thinkingSince: number | undefined
  #thoughtMs: number | undefined
  #firstAt: number | undefined
  #isDone = false
  #finishReason: string | undefined
  #failure: ChatFailure | undefined

  /** @param now milliseconds of a clock that only rises */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds the data of one event. Invalid JSON is skipped: a proxy may have truncated it. */
  event(data: string): void {
    if (data.trim() === '[DONE]') this.#isDone = true
    else this.#take(parsed(data), 'delta')
  }

  /** Takes a whole answer, which has no events. */
  whole(json: unknown): void {
    this.#take(json, 'message')
    this.#isDone = this.#failure === undefined
  }

  reply(): Reply {
    const { thought, text } = this.#given === '' ? thoughtOf(this.#raw) : { thought: this.#given, text: this.#raw }
    return {
      text,
      reasoning: thought,
      images: [...this.#images],
      thoughtMs: this.#thoughtMs,
      firstAt: this.#firstAt,
      isDone: this.#isDone,
      finishReason: this.#finishReason,
      failure: this.#failure,
    }
  }

  #take(json: unknown, where: 'delta' | 'message'): void {
    if (!isFields(json)) return
    if (json.error !== undefined && json.error !== null) this.#failure = failureOf(json.error)
    if (Array.isArray(json.data)) for (const made of json.data.filter(isFields)) this.#picture(made)
    // A transcript.
    if (typeof json.text === 'string') this.#message({ content: json.text })
    const choice = Array.isArray(json.choices) ? json.choices[0] : undefined
    if (!isFields(choice)) return
    if (isFields(choice[where])) this.#message(choice[where])
    if (typeof choice.finish_reason === 'string') this.#finishReason = choice.finish_reason
  }

  #message(part: Fields): void {
    this.#think(textOf(part.reasoning_content) || textOf(part.reasoning))
    const { content } = part
    if (Array.isArray(content)) for (const piece of content.filter(isFields)) this.#piece(piece)
    else this.#say(textOf(content))
    if (Array.isArray(part.images)) for (const piece of part.images.filter(isFields)) this.#piece(piece)
    const isEmpty = this.#raw === '' && this.#given === '' && this.#images.length === 0
    if (!isEmpty) this.#firstAt ??= this.#now()
  }

  #piece(piece: Fields): void {
    if (typeof piece.text === 'string') this.#say(piece.text)
    const address = isFields(piece.image_url) ? piece.image_url.url : piece.image_url
    if (typeof address === 'string' && isImageAddress(address)) this.#images.push(address)
  }

  /** A picture of a call that makes them. */
  #picture({ b64_json: base64, url }: Fields): void {
    const address = typeof base64 === 'string' ? `data:image/${typeOf(base64)};base64,${base64}` : url
    if (typeof address === 'string' && isImageAddress(address)) this.#images.push(address)
    this.#firstAt ??= this.#now()
  }

  #think(words: string): void {
    if (words === '') return
    this.#thinkingSince ??= this.#now()
    this.#given += words
  }

  #say(words: string): void {
    if (words === '') return
    this.#raw += words
    if (words.includes(')') && this.#raw.includes('](data:image/')) this.#raw = withoutImages(this.#raw, this.#images)
    if (this.#given !== '') {
      if (this.#raw.trim() !== '') this.#endThought()
      return
    }
    if (this.#thinkingSince === undefined && opensThought(this.#raw)) this.#thinkingSince = this.#now()
    if (this.#thoughtMs === undefined && this.#thinkingSince !== undefined && thoughtOf(this.#raw).isOver) this.#endThought()
  }

  #endThought(): void {
    const now = this.#now()
    this.#thoughtMs ??= now - (this.#thinkingSince ?? now)
  }
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

/** What a picture is, by its first bytes. */
function typeOf(base64: string): string {
  if (base64.startsWith('/9j/')) return 'jpeg'
  if (base64.startsWith('R0lGOD')) return 'gif'
  return base64.startsWith('UklGR') ? 'webp' : 'png'
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
