import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import type { ReaderOptions, ReplyReader } from '../dialect.ts'
import { AnswerEvents } from '../reply/answer-events.ts'
import type { ChatEvent, StopReason } from '../reply/event.ts'
import type { WireUsage } from '../reply/usage.ts'
import type { MediaPart } from '../request/request.ts'
import { AgentThoughts } from './agent-thoughts.ts'
import { textOf } from './error.ts'
import { NAME } from './name.ts'
import { ToldText } from './told-text.ts'
import { NodeUsage, readUsage } from './usage.ts'

/**
 * Reads the answers of an app. Never throws. A stream is complete with the end of its message, that of a workflow, which has no message, with
 * the end of its run. Nodes and tools are told as reasoning; other events, and there are many, are of no interest.
 */
export function replyReader(options: ReaderOptions): ReplyReader {
  return new DifyReplyReader(options)
}

class DifyReplyReader implements ReplyReader {
  readonly #events = new AnswerEvents()
  readonly #told = new ToldText()
  readonly #thoughts = new AgentThoughts()
  readonly #nodes = new NodeUsage()
  readonly #isStream: boolean
  #isStarted = false
  #isDone = false
  #isFailed = false
  #isReplaced = false
  #isAgent = false

  constructor({ stream }: ReaderOptions) {
    this.#isStream = stream
  }

  get isComplete(): boolean {
    return this.#isDone
  }

  push({ data }: Frame): ChatEvent[] {
    if (data === undefined || data.trim() === '' || this.#isDone || this.#isFailed) return []
    const value = parseJson(data)
    if (!isObject(value)) this.#events.add({ kind: 'unknown', extras: { dialect: NAME }, text: data })
    else if (this.#isStream || value.event === 'error') this.#readEvent(value)
    else this.#readWhole(value)
    return this.#events.take()
  }

  end(): ChatEvent[] {
    this.#events.endOpen()
    return this.#events.take()
  }

  #readWhole(body: JsonObject): void {
    this.#start(body)
    if (isObject(body.data)) this.#readRunEnd(body.data)
    else {
      this.#say(textOf(body.answer))
      this.#readMessageEnd(body)
    }
  }

  #readEvent(event: JsonObject): void {
    if (event.event === 'ping') return
    if (event.event === 'error') this.#fail(event)
    else {
      this.#start(event)
      this.#readStep(event, isObject(event.data) ? event.data : {})
    }
  }

  #readStep(event: JsonObject, data: JsonObject): void {
    switch (event.event) {
      case 'message':
        // An agent that has spoken piece by piece says all of it again at its end.
        this.#say(this.#isAgent ? this.#told.missingOf(textOf(event.answer)) : textOf(event.answer))
        break
      case 'agent_message':
        this.#isAgent = true
        this.#say(textOf(event.answer))
        break
      case 'text_chunk':
        this.#say(textOf(data.text))
        break
      case 'message_replace':
        this.#replace(textOf(event.answer) ?? '')
        break
      case 'text_replace':
        this.#replace(textOf(data.text) ?? '')
        break
      case 'agent_thought':
        this.#think(event)
        break
      case 'message_file':
        this.#showFile(event)
        break
      case 'node_started':
        this.#note(textOf(data.title) ?? textOf(data.node_type))
        break
      case 'node_finished':
        this.#nodes.add(data)
        break
      case 'workflow_finished':
        this.#readRunEnd(data, textOf(event.message_id) !== undefined)
        break
      case 'message_end':
        this.#readMessageEnd(event)
    }
  }

  #start(event: JsonObject): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const { message_id: message, workflow_run_id: run, created_at: createdAt } = event
    this.#events.add(
      defined({
        kind: 'reply-started' as const,
        id: textOf(message) ?? textOf(run),
        createdAt: typeof createdAt === 'number' ? createdAt : undefined,
      }),
    )
  }

  #say(text: string | undefined): void {
    if (text === undefined) return
    this.#told.add(text)
    this.#events.append('text', { text })
  }

  /** Moderation has put another answer in place of what came so far. What was told cannot be taken back, so the new one follows it. */
  #replace(text: string): void {
    this.#isReplaced = true
    const rest = this.#told.missingOf(text)
    if (rest === undefined) return
    const isContinued = rest.length < text.length || this.#told.isEmpty
    this.#say(isContinued ? rest : `\n\n${rest}`)
  }

  #think(event: JsonObject): void {
    const { words, notes } = this.#thoughts.read(event)
    // An agent that speaks while it works has said its thought as a message already.
    if (words !== undefined && !this.#told.has(words)) this.#events.append('reasoning', { text: words })
    for (const note of notes) this.#note(note)
  }

  #note(text: string | undefined): void {
    if (text !== undefined) this.#events.append('reasoning', { text: `${text}\n`, isNote: true }, 'notes')
  }

  #showFile({ type, url, belongs_to: owner }: JsonObject): void {
    const address = textOf(url)
    if (address !== undefined && owner !== 'user') this.#events.whole(mediumOf(type, address))
  }

  /** @param isOfMessage a message goes on after the run, and has the end */
  #readRunEnd({ status, error, outputs, total_tokens: total }: JsonObject, isOfMessage = false): void {
    if (status === 'failed' || status === 'stopped') {
      this.#fail({ message: textOf(error) ?? `the workflow ${status === 'failed' ? 'failed' : 'was stopped'}` })
    } else if (!isOfMessage) {
      if (this.#told.isEmpty) this.#say(textOfOutputs(outputs))
      this.#finish(this.#nodes.whole(total))
    }
  }

  #readMessageEnd({ metadata }: JsonObject): void {
    this.#finish(readUsage(isObject(metadata) ? metadata.usage : undefined))
  }

  #finish(usage: WireUsage | undefined): void {
    this.#isDone = true
    this.#events.endOpen()
    if (usage !== undefined) this.#events.add({ kind: 'usage-known', usage })
    const reason: StopReason = this.#isReplaced ? 'content-filter' : 'stop'
    this.#events.add({ kind: 'choice-ended', choice: 0, reason })
    this.#events.add({ kind: 'reply-ended' })
  }

  #fail({ message, code, status }: JsonObject): void {
    this.#isFailed = true
    this.#events.endOpen()
    this.#events.add(
      defined({
        kind: 'reply-failed' as const,
        message: textOf(message) ?? 'the app failed',
        code: textOf(code),
        status: typeof status === 'number' && status >= 400 && status <= 599 ? status : undefined,
      }),
    )
  }
}

/** What a run gives that streamed no text: its only output as it is, else all of them. */
function textOfOutputs(outputs: Json | undefined): string | undefined {
  if (!isObject(outputs)) return undefined
  const values = Object.values(outputs)
  if (values.length === 0) return undefined
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? textOf(only) : JSON.stringify(outputs)
}

function mediumOf(type: Json | undefined, url: string): MediaPart {
  const kind = type === 'image' || type === 'audio' || type === 'video' ? type : 'file'
  return { kind, source: { kind: 'url', url } }
}
