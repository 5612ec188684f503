// Asks as the clients of a family do, and judges each answer by what they demand of it.
import type { ClientCheckName, ClientCheckRow, ClientFamily, ClientFault } from '@waystation/contract/clients/client-checks'
import { errors } from '@waystation/contract/errors'
import type { ModelTraits } from '@waystation/contract/models/traits'
import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { readError } from '@waystation/wire/openai/error'
import type { Asked, JudgedReply, Purpose } from './check-dialect.ts'
import { type FamilyOfClients, familyOf } from './families.ts'
import { demand, Misfit, missing, wrong } from './fault.ts'
import { inputOf, json } from './shapes.ts'
import { eventsOf } from './stream-events.ts'

export interface ClientRequest extends Asked {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
}

export interface ClientAnswer {
  readonly status: number
  readonly text: string
}

export interface CheckedPlace {
  readonly model: string
  readonly traits: ModelTraits
  /** With `sk-`. */
  readonly key: string
  /** Sends a request as a client would. Rejects where no answer comes. */
  readonly ask: (request: ClientRequest) => Promise<ClientAnswer>
  /** Does anybody still wait for the rows? Absent: always. */
  readonly isWanted?: () => boolean
}

/** Answers are cut short by these, in tokens; models that think need room for their thoughts. */
const SHORT_TOKENS = 200
const THINKING_TOKENS = 2000
const MAX_MESSAGE = 300

/** What one check came to. */
type Outcome = Pick<ClientCheckRow, 'state' | 'fault'>

const GOOD: Outcome = { state: 'good', fault: null }
const NOT_OFFERED: Outcome = { state: 'not_offered', fault: null }

/** An answer that is none: its status and its words. */
class Refusal extends Error {
  readonly status: number
  readonly isGateways: boolean

  constructor(status: number, message: string, isGateways: boolean) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.isGateways = isGateways
  }
}

/** The checks of a family, one after the other. Never rejects: what goes wrong is in the rows. */
export async function checkFamily(family: ClientFamily, place: CheckedPlace): Promise<ClientCheckRow[]> {
  const known = familyOf(family)
  const run = new FamilyRun(known, place)
  const rows: ClientCheckRow[] = []
  for (const check of known.checks) {
    if (place.isWanted?.() === false) break
    const startedMs = performance.now()
    const outcome = await run.outcomeOf(check)
    rows.push({ family, check, ...outcome, took_ms: Math.round(performance.now() - startedMs) })
  }
  return rows
}

/** Does the model give vectors, and answer nothing? */
export const embeds = ({ work, likelyWork }: ModelTraits): boolean => (work ?? likelyWork) === 'embedding'
/** The longest answer that is asked for, in tokens. */
export const longestAnswer = (traits: ModelTraits): number => (mayThink(traits) ? THINKING_TOKENS : SHORT_TOKENS)
const mayThink = ({ thinking }: ModelTraits): boolean => thinking !== undefined && thinking !== 'none'

class FamilyRun {
  readonly #family: FamilyOfClients
  readonly #place: CheckedPlace
  /** The reply that called the tool. */
  #called: JudgedReply | undefined
  /** What the call of the tool came to. */
  #tools: Outcome = GOOD

  constructor(family: FamilyOfClients, place: CheckedPlace) {
    this.#family = family
    this.#place = place
  }

  async outcomeOf(check: ClientCheckName): Promise<Outcome> {
    try {
      const outcome = await this.#check(check)
      return outcome ?? GOOD
    } catch (error) {
      const outcome = failed(check, error)
      if (check === 'tools') this.#tools = outcome
      return outcome
    }
  }

  async #check(check: ClientCheckName): Promise<Outcome | undefined> {
    const { dialect } = this.#family
    if (check === 'models') return this.#models()
    if (check === 'embeddings') return this.#embed()
    if (embeds(this.#place.traits)) return NOT_OFFERED
    if (check === 'count_tokens') {
      const turn = this.#turn('text', false)
      dialect.count?.read(await this.#whole(dialect.count.ask(turn)))
      return undefined
    }
    if (check === 'tools') return this.#tool()
    if (check === 'tool_result') return this.#result()
    if (check === 'schema') {
      const reply = await this.#reply('schema', false)
      if (typeof inputOf(reply.text, 'text', 'answer').city !== 'string') throw wrong('text', 'answer', reply.text)
      return undefined
    }
    const reply = await this.#reply('text', check === 'stream')
    if (reply.text === '') throw missing('text', check === 'stream' ? 'stream' : 'answer', reply.kinds)
    return undefined
  }

  async #tool(): Promise<Outcome | undefined> {
    const reply = await this.#reply('tools', this.#family.isAgent)
    const { callField } = this.#family.dialect
    const where = this.#family.isAgent ? 'stream' : 'answer'
    const [call] = reply.calls
    if (!call) throw missing(callField, where, reply.kinds)
    if (typeof call.input.city !== 'string') throw wrong(`${callField}.input.city`, where, call.input)
    this.#called = reply
    return undefined
  }

  /** The model goes on from the result: its calls, signatures and thoughts have come back as it gave them. */
  async #result(): Promise<Outcome | undefined> {
    if (!this.#called) return this.#tools.state === 'not_offered' ? NOT_OFFERED : this.#tools
    const reply = await this.#reply('tools', this.#family.isAgent, this.#called)
    if (reply.text === '' && reply.calls.length === 0) throw missing('text', this.#family.isAgent ? 'stream' : 'answer', reply.kinds)
    return undefined
  }

  async #models(): Promise<undefined> {
    const { dialect } = this.#family
    const names = dialect.listed(await this.#whole(dialect.models))
    if (!names.includes(this.#place.model)) throw missing(this.#place.model, 'list', names)
    return undefined
  }

  async #embed(): Promise<Outcome | undefined> {
    const { embed } = this.#family.dialect
    if (!embed || !embeds(this.#place.traits)) return NOT_OFFERED
    embed.read(await this.#whole(embed.ask(this.#place.model)))
    return undefined
  }

  #turn(purpose: Purpose, isStream: boolean, after?: JudgedReply) {
    const { model, traits } = this.#place
    const thinks = mayThink(traits)
    return {
      model,
      purpose,
      isStream,
      thinks,
      isAgent: this.#family.isAgent,
      maxTokens: longestAnswer(traits),
      ...(after ? { after } : {}),
    }
  }

  async #reply(purpose: Purpose, isStream: boolean, after?: JudgedReply): Promise<JudgedReply> {
    const { dialect } = this.#family
    const asked = dialect.ask(this.#turn(purpose, isStream, after))
    return isStream ? dialect.stream(eventsOf(await this.#text(asked))) : dialect.whole(await this.#whole(asked))
  }

  async #whole(asked: Asked): Promise<JsonObject> {
    const text = await this.#text(asked)
    return demand(json, parseJson(text), 'answer')
  }

  async #text({ path, body }: Asked): Promise<string> {
    const { key, ask } = this.#place
    const headers = this.#family.dialect.headers(key)
    const { status, text } = await ask({ method: body ? 'POST' : 'GET', path, headers, ...(body ? { body } : {}) })
    if (status === 200) return text
    const { message } = readError(status, parseJson(text))
    throw new Refusal(status, message, isGateways(message))
  }
}

/** Words of the gateway's own refusal: no translation of that exists. */
const gatewaysWords = (['cannot_translate', 'untranslatable'] as const).flatMap((code) =>
  [errors[code].en, errors[code].zh].map((words) => words.split('{')[0] ?? words),
)
const isGateways = (message: string): boolean => gatewaysWords.some((words) => message.startsWith(words))

/** How vendors say that they do not have something, and what of a check they call by which words. */
const LACKS =
  /not (?:be )?(?:support|available|allow|enabled)|unsupported|unavailable|does(?: not|n['’]t) support|no endpoints? found that support|不支持|暂不/i
const featureWords: Partial<Readonly<Record<ClientCheckName, RegExp>>> = {
  tools: /tool|function|工具|函数/i,
  schema: /response_format|response format|schema|json|structured|格式/i,
  embeddings: /embed|向量/i,
  count_tokens: /count/i,
}

/** What a check came to that ended in an error. */
function failed(check: ClientCheckName, error: unknown): Outcome {
  if (error instanceof Misfit) return { state: 'bad', fault: error.fault }
  if (!(error instanceof Refusal)) return { state: 'bad', fault: refused(0, error instanceof Error ? error.message : String(error)) }
  const { status, message } = error
  const isLacking = status >= 400 && status < 500 && LACKS.test(message) && featureWords[check]?.test(message) === true
  return { state: error.isGateways || isLacking ? 'not_offered' : 'bad', fault: refused(status, message) }
}

const refused = (status: number, message: string): ClientFault => ({ kind: 'refused', status, message: message.slice(0, MAX_MESSAGE) })
