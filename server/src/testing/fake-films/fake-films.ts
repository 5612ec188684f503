// Stand-ins of vendors that make films by tasks, on a real socket: one mechanism for the records of all of them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import { runScript, type Step, scenario, step } from '../fakes/fake-provider-script.ts'
import { type LocalSite, openSite } from '../network/local-site.ts'
import { type Fault, faultsOf } from './fault.ts'
import type {
  Door,
  FilmAnswer,
  FilmRequest,
  FilmTask,
  FilmVendor,
  Flaw,
  Misbehaviour,
  PlanStep,
  SeenFilmRequest,
  TaskDoor,
  Visit,
} from './film-vendor.ts'
import { film, PICTURE } from './media.ts'

/** Starts a vendor on 127.0.0.1 that takes these keys. */
export async function openFilmVendor(
  vendor: FilmVendor,
  keys: readonly string[],
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<FakeFilms> {
  const server = new FakeFilms(vendor, keys, now, await film(5))
  await server.listen()
  return server
}

export class FakeFilms {
  readonly requests: SeenFilmRequest[] = []
  /** What stands in place of this server's address in links; empty: nothing. */
  linkOrigin = ''
  /** What every film is. A test with a browser puts one here that plays. */
  film: Buffer
  readonly #vendor: FilmVendor
  readonly #keys: readonly string[]
  readonly #now: () => number
  readonly #tasks = new Map<string, FilmTask>()
  #plans: (readonly PlanStep[])[] = []
  #submits: (Misbehaviour | FilmAnswer)[] = []
  #count = 0
  #site: LocalSite | undefined

  constructor(vendor: FilmVendor, keys: readonly string[], now: () => number, bytes: Buffer) {
    this.#vendor = vendor
    this.#keys = keys
    this.#now = now
    this.film = bytes
  }

  get url(): string {
    return this.#site?.url ?? ''
  }

  /** All that was asked against the documentation. */
  get violations(): string[] {
    return this.requests.flatMap(({ violations }) => violations)
  }

  async listen(): Promise<void> {
    this.#site = await openSite((request, response) => void this.#serve(request, response).catch(() => request.socket.destroy()))
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  /** Forgets what was seen and scripted; tasks stay. */
  clear(): void {
    this.requests.length = 0
    this.#plans = []
    this.#submits = []
    this.linkOrigin = ''
  }

  /** What the polls of the next task find, one after the other; the last stays. A task without a plan has succeeded at the first poll. */
  plan(...steps: readonly [PlanStep, ...PlanStep[]]): void {
    const unknown = steps.find((one) => !isMisbehaviour(one) && !isFlaw(one) && this.#vendor.words[one] === undefined)
    if (unknown) throw new Error(`${this.#vendor.name} has no task that is ${unknown}`)
    this.#plans.push(steps)
  }

  /**
   * What becomes of the next request that makes a task. After `silent`, `reset` and `truncated` the task is there all the same; an answer of
   * one's own is for limits, empty accounts and prompts that are rejected.
   */
  nextSubmit(answer: Misbehaviour | FilmAnswer): void {
    this.#submits.push(answer)
  }

  /** The ids of the tasks, oldest first. */
  get ids(): string[] {
    return [...this.#tasks.keys()]
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const asked = await readRequest(request, this.#now())
    if (/^\/media\//.test(asked.path)) return runScript(mediaSteps(asked, this.film), request, response, gone.signal)
    const seen: SeenFilmRequest = { ...asked, url: request.url ?? '', violations: [], status: undefined }
    this.requests.push(seen)
    const answer = this.#answer(asked, seen.violations)
    if ('steps' in answer) return runScript(answer.steps, request, response, gone.signal)
    seen.status = answer.status
    await runScript(stepsOf(answer), request, response, gone.signal)
  }

  #answer(asked: FilmRequest, violations: string[]): FilmAnswer | { readonly steps: readonly Step[] } {
    const reject = (answer: FilmAnswer, why: string) => {
      violations.push(`${asked.method} ${asked.path}: ${why}`)
      return answer
    }
    const key = this.#vendor.identify(asked, this.#keys)
    if (typeof key !== 'string') return reject(key, 'the key is not accepted')
    const door = this.#vendor.doors.find(
      ({ method, path, isAt }) => method === asked.method && path.test(asked.path) && isAt?.(asked) !== false,
    )
    if (!door) return reject(this.#vendor.noRoute, 'no such address')
    const refused = door.check?.(asked)
    if (refused) return reject(refused, JSON.stringify(refused.body))
    for (const fault of bodyFaults(door, asked)) {
      const isPassedOver = fault.isUnknown && !this.#vendor.rejectsUnknown
      const answer = reject(this.#vendor.rejectBody(fault, asked), `${fault.field}: ${fault.message}`)
      if (!isPassedOver) return answer
    }
    const visit = this.#visit(asked, door, key)
    if (door.does === 'list') return door.answer(visit)
    const id = door.does === 'submit' ? door.idOf?.(visit) : (door.idOf?.(visit) ?? visit.groups[0] ?? '')
    const fault = door.lateFault?.(asked)
    if (fault !== undefined) violations.push(`${asked.method} ${asked.path}: ${fault}`)
    if (id === undefined) return this.#submitted(door, visit, { key, fault })
    const task = this.#tasks.get(id)
    if (!task || task.key !== key || door.isFor?.(visit, task) === false) return reject(this.#vendor.noTask(id), 'no such task')
    if (door.does === 'submit') return this.#submitted(door, visit, { key, fault, source: task })
    const misbehaviour = door.does === 'poll' ? move(task) : undefined
    return this.#misbehaving(misbehaviour, door.answer(visit, task), id)
  }

  #submitted(door: TaskDoor, visit: Visit, { key, fault, source }: { key: string; fault: string | undefined; source?: FilmTask }) {
    const script = this.#submits.shift()
    if (typeof script === 'object') return script
    const number = ++this.#count
    const id = this.#vendor.idOf(number)
    const { body, path, nowMs: createdMs } = visit
    const planned = this.#plans.shift() ?? (['succeeded'] as const)
    const steps: PlanStep[] = fault === undefined ? [...planned] : ['failed']
    const task: FilmTask = { id, number, key, body, path, source, fault, createdMs, state: 'queued', flaw: undefined, steps }
    if (script !== 'error' && script !== 'html' && script !== 'forgotten') this.#tasks.set(id, task)
    return this.#misbehaving(script, door.answer(visit, task), id)
  }

  #misbehaving(what: Misbehaviour | undefined, answer: FilmAnswer, id: string): FilmAnswer | { readonly steps: readonly Step[] } {
    switch (what) {
      case undefined:
        return answer
      case 'silent':
        return { steps: scenario.hangBeforeHeaders() }
      case 'reset':
        return { steps: scenario.resetBeforeHeaders() }
      case 'forgotten':
        return this.#vendor.noTask(id)
      case 'error':
        return { status: 500, body: { message: 'internal error' } }
      case 'html':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Please wait</title>' }
      case 'truncated': {
        const text = JSON.stringify(answer.body)
        return { ...answer, headers: { 'content-type': 'application/json' }, body: text.slice(0, text.length / 2) }
      }
    }
  }

  #visit(asked: FilmRequest, { path }: Door, key: string): Visit {
    const origin = this.linkOrigin || this.url
    return {
      ...asked,
      groups: path.exec(asked.path)?.slice(1) ?? [],
      url: origin,
      link: ({ id, flaw }, extension = 'mp4', number = 1) =>
        flaw === 'linkless' ? undefined : `${origin}/media/${flaw ?? 'live'}/${encodeURIComponent(id)}-${number}.${extension}?sign=1`,
      film: () => this.film,
      end(task, state) {
        task.state = state
        task.steps = [state]
      },
      forget: ({ id }) => this.#tasks.delete(id),
      tasks: () => [...this.#tasks.values()].filter((task) => task.key === key).reverse(),
    }
  }
}

const MISBEHAVIOURS: readonly string[] = ['silent', 'reset', 'error', 'html', 'truncated', 'forgotten'] satisfies Misbehaviour[]
const isMisbehaviour = (one: PlanStep): one is Misbehaviour => MISBEHAVIOURS.includes(one)
const isFlaw = (one: PlanStep): one is Flaw => one === 'linkless' || one === 'dead-link'

/** Moves a task to the next step of its plan; misbehaviour leaves it as it was. */
function move(task: FilmTask): Misbehaviour | undefined {
  const [one = task.state] = task.steps
  if (task.steps.length > 1) task.steps.shift()
  if (isMisbehaviour(one)) return one
  task.flaw = isFlaw(one) ? one : undefined
  task.state = isFlaw(one) ? 'succeeded' : one
  return undefined
}

function bodyFaults({ body: schema, takesForms }: Door, { body, isForm }: FilmRequest): Fault[] {
  if (!schema) return []
  if (isForm && !takesForms) return [{ field: 'body', isUnknown: false, isMissing: false, message: 'is no JSON' }]
  return faultsOf(schema, body)
}

async function readRequest(request: IncomingMessage, nowMs: number): Promise<FilmRequest> {
  const { method = '', headers } = request
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://vendor.test')
  const raw = await buffer(request)
  const type = headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const base = { method, path, query, headers, isForm, raw: raw.toString(), nowMs }
  if (isForm) {
    const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
    return { ...base, body: Object.fromEntries(form) }
  }
  const body = type.startsWith('application/json') ? parseJson(raw.toString()) : undefined
  return { ...base, body: isObject(body) ? body : {} }
}

/** Results are given to whoever has the link, until it is dead; parts of them too, as object storages do (RFC 9110, section 14). */
function mediaSteps({ path, headers: { range } }: FilmRequest, bytes: Buffer): readonly Step[] {
  if (!path.startsWith('/media/live/'))
    return scenario.reply(403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>', {
      'content-type': 'application/xml',
    })
  const isFilm = path.endsWith('.mp4')
  const headers = { 'content-type': isFilm ? 'video/mp4' : 'image/png' }
  const body = isFilm ? bytes : PICTURE
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return stepsOf({ status: 200, headers: { ...headers, 'accept-ranges': 'bytes' }, body })
  if (Number(from) >= body.length)
    return scenario.reply(416, '<Error><Code>InvalidRange</Code></Error>', {
      'content-type': 'application/xml',
      'content-range': `bytes */${body.length}`,
    })
  const part = body.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
  const contentRange = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`
  return stepsOf({ status: 206, headers: { ...headers, 'content-range': contentRange }, body: part })
}

function stepsOf({ status, headers = {}, body }: FilmAnswer): readonly Step[] {
  if (!Buffer.isBuffer(body)) return scenario.reply(status, body, headers)
  return [step.head(status, { 'content-length': body.length, ...headers }), step.bytes(body), step.end()]
}
