// The legacy text completions (`/v1/completions`) where they are passed through: what the gateway must know of them is read here.
// Their model is edited, usage is requested and their end is recognised as chat's: `openaiChat.edit`, `isDone`.
// Nothing here throws on a body that is not what it should be, but `readCompletion`.

import { usageFrame } from './chat/openai-chat/usage-frame.ts'
import type { WireUsage } from './chat/reply/usage.ts'
import { choiceCount } from './choices.ts'
import { isObject, type Json, type JsonArray, type JsonObject, parseJson } from './encoding/json.ts'
import { reader } from './encoding/reader.ts'
import { DONE, type Frame, isDone } from './encoding/sse.ts'
import { utf8Bytes } from './encoding/text-bytes.ts'
import { type ReportedError, reportedError } from './openai/error.ts'
import { hasUsage, readUsage } from './openai/usage.ts'
import { WireError } from './wire-error.ts'

export interface CompletionCall {
  readonly model: string
  readonly stream: boolean
  /** Answers per prompt that are billed: the greater of `n` and `best_of`. */
  readonly choices: number
  /** Tokens per answer; absent: the caller names no limit. */
  readonly maxOutputTokens?: number
  /** How many prompts the body holds: each is answered. */
  readonly prompts: number
  /** Bytes of the prompts and the suffix; a token given by its number counts four bytes. */
  readonly promptBytes: number
  readonly streamUsage: boolean
}

/** What the gateway must know of a completion's body. Throws WireError, with the path, where it has the wrong type. */
export function readCompletion(body: Json): CompletionCall {
  const r = reader(body, '')
  const model = r.needText('model')
  const prompt = r.peek('prompt')
  assertPrompt(prompt, body)
  const maxOutputTokens = r.number('max_tokens')
  const suffix = r.text('suffix') ?? ''
  return {
    model,
    stream: r.boolean('stream') ?? false,
    choices: Math.max(choiceCount('n', r.number('n')), choiceCount('best_of', r.number('best_of'))),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    prompts: Array.isArray(prompt) ? countInputs(prompt) : 1,
    promptBytes: inputBytes(prompt) + utf8Bytes(suffix),
    streamUsage: r.object('stream_options')?.boolean('include_usage') ?? false,
  }
}

/** Some servers of one's own take vectors in place of a prompt. Source: vLLM's documentation, "Prompt Embedding Inputs", 2026. */
function assertPrompt(prompt: Json | undefined, body: Json): void {
  if (typeof prompt === 'string') return
  if (Array.isArray(prompt) && prompt.length > 0) {
    const isToken = (item: Json) => typeof item === 'number'
    if (prompt.every(isToken)) return
    const wrong = prompt.findIndex((item) => typeof item !== 'string' && !(Array.isArray(item) && item.every(isToken)))
    if (wrong < 0) return
    throw new WireError(`prompt[${wrong}]`, 'a string or a list of token numbers')
  }
  const isElsewhere = (prompt === undefined || prompt === null) && isObject(body) && body.prompt_embeds !== undefined
  if (!isElsewhere) throw new WireError('prompt', 'a string, or a list that is not empty')
}

/** The texts of the prompts, for counting their tokens. Prompts that come as token numbers have none; see `inputTokens`. */
export function completionPromptTexts(body: JsonObject): string[] {
  return inputTexts(body.prompt)
}

/** The reading of one frame of a stream, or of a whole reply. */
export interface CompletionReading {
  /** The text that it adds, of all choices, without the prompt that comes back before the answer. */
  readonly text: string
  /** Set where it brings a piece of the prompt. */
  readonly hasEcho?: true
  readonly usage?: WireUsage
  /** The failure that it reports. */
  readonly error?: ReportedError
}

/** Reads the replies, frame by frame. A whole reply is one frame. */
export interface CompletionReader {
  push(frame: Frame): CompletionReading
  /** If the upstream closed now, would the reply be whole? At `[DONE]`, or when every choice seen has a finish reason. */
  readonly isComplete: boolean
}

/** @param request the body of the call, whose prompts come back before their answers where it asks for that */
export function completionReader(options: { stream: boolean }, request: JsonObject): CompletionReader {
  const withoutPrompt = promptRemover(request)
  const finished = new Map<number, boolean>()
  let isOver = false
  let isFailed = false
  return {
    push(frame) {
      if (isDone(frame)) isOver = true
      const chunk = frame.data === undefined || isOver ? undefined : parseJson(frame.data)
      if (!isObject(chunk)) return { text: '' }
      let text = ''
      let hasEcho = false
      const choices = Array.isArray(chunk.choices) ? chunk.choices : []
      for (const [position, choice] of choices.entries()) {
        if (!isObject(choice)) continue
        const index = typeof choice.index === 'number' ? choice.index : position
        if (typeof choice.text === 'string') {
          const answer = withoutPrompt(choice.text, index)
          hasEcho ||= answer.length < choice.text.length
          text += answer
        }
        finished.set(index, finished.get(index) === true || (typeof choice.finish_reason === 'string' && choice.finish_reason !== ''))
      }
      if (!options.stream && Array.isArray(chunk.choices)) isOver = true
      const isFailure = isObject(chunk.error) || (typeof chunk.error === 'string' && chunk.error !== '')
      const error = isFailure ? reportedError(chunk) : undefined
      isFailed ||= isFailure
      return {
        text,
        ...(hasEcho && { hasEcho }),
        ...(hasUsage(chunk.usage) && { usage: readUsage(chunk.usage) }),
        ...(error && { error }),
      }
    },
    get isComplete() {
      if (isFailed) return false
      return isOver || (finished.size > 0 && [...finished.values()].every(Boolean))
    },
  }
}

/** Takes the prompt from the pieces of each choice, as far as they repeat it word for word; what is not requested is not taken. */
function promptRemover(request: JsonObject): (piece: string, choice: number) => string {
  if (request.echo !== true) return (piece) => piece
  const prompts = inputTexts(request.prompt)
  const answers = typeof request.n === 'number' ? Math.max(1, request.n) : 1
  const rests = new Map<number, string>()
  return (piece, choice) => {
    const rest = rests.get(choice) ?? prompts[Math.floor(choice / answers)] ?? ''
    const isInPrompt = rest.startsWith(piece)
    rests.set(choice, isInPrompt ? rest.slice(piece.length) : '')
    if (isInPrompt) return ''
    return piece.startsWith(rest) ? piece.slice(rest.length) : piece
  }
}

/**
 * A whole answer as the frames of a stream: its choices at once, its usage where the client requested it, and the end.
 * @param counted stands for the usage where the vendor reported none
 */
export function completionFrames(whole: string, { wantsUsage, counted }: { wantsUsage: boolean; counted?: WireUsage }): Frame[] {
  const body = parseJson(whole)
  const { usage: reported, ...chunk } = isObject(body) ? body : {}
  const first: Frame = { event: '', data: JSON.stringify(chunk) }
  const usage = hasUsage(reported)
    ? { event: '', data: JSON.stringify({ ...chunk, choices: [], usage: reported }) }
    : counted && usageFrame(first, counted)
  return [first, ...(wantsUsage && usage ? [usage] : []), { event: '', data: DONE }]
}

/** Texts of an input in any of its forms: a text, or a list of texts. */
export function inputTexts(input: Json | undefined): string[] {
  if (typeof input === 'string') return [input]
  return Array.isArray(input) ? input.filter((item) => typeof item === 'string') : []
}

/** Tokens of an input that comes as token numbers: a list of them, or a list of lists. 0 for texts. */
export function inputTokens(input: Json | undefined): number {
  if (!Array.isArray(input)) return 0
  let tokens = 0
  for (const item of input) {
    if (typeof item === 'number') tokens += 1
    else if (Array.isArray(item)) tokens += item.length
  }
  return tokens
}

/** Bytes of an input in any of its forms; a token number counts as four. */
export function inputBytes(input: Json | undefined): number {
  return inputTexts(input).reduce((sum, text) => sum + utf8Bytes(text), 0) + 4 * inputTokens(input)
}

/** How many inputs a list is: a list of token numbers is one. */
export function countInputs(input: JsonArray): number {
  return input.length > 0 && input.every((item) => typeof item === 'number') ? 1 : input.length
}
