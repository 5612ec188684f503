// What the stand-ins of task proxies share: a server on a real socket that keeps what it was sent, and tasks that go from one state to the
// next each time that they are asked for. A test scripts the states, and how the server misbehaves.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { parseJson } from '@waystation/wire/encoding/json'
import { z } from 'zod'
import { runScript, type Step, scenario } from '../fakes/fake-provider-script.ts'
import { type LocalSite, openSite } from '../network/local-site.ts'
import type { TaskState } from './task-states.ts'

/** What is kept of every request. */
export interface TaskRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  /** Undefined where it is no JSON. */
  readonly body: unknown
}

/** What a request asks for. */
export type Door = 'submit' | 'list' | 'fetch' | 'seed' | 'file'

export interface TaskRecord {
  readonly id: string
  readonly action: string
  /** The state now, then those to come; the last one stays. */
  states: readonly TaskState[]
  readonly notifyHook: string | undefined
  readonly submittedAtMs: number
}

/** Headers by which a client says who it is to us, and that are nobody else's business. */
const OF_THE_CLIENT = ['cookie', 'x-forwarded-for', 'x-private']

export abstract class TaskServer<Task extends TaskRecord> {
  readonly requests: TaskRequest[] = []
  /** What in the requests broke the rules of the API. */
  readonly violations: string[] = []
  /** Fields of bodies that the API does not know. It ignores them. */
  readonly unknownFields: string[] = []
  /** Each answer waits for this first. */
  before: () => Promise<unknown> = async () => {}
  /** False: tasks move on by `advance` only. */
  movesWhenAsked = true
  /** What becomes of the tasks in the answer to a list. */
  listing: (told: readonly object[]) => unknown = (told) => told
  protected readonly tasks = new Map<string, Task>()
  readonly #plans: (readonly TaskState[])[] = []
  readonly #ids: string[] = []
  readonly #changes: object[] = []
  #scripts: { readonly door: Door; readonly steps: readonly Step[] }[] = []
  #site: LocalSite | undefined

  /** At 127.0.0.1. */
  get url(): string {
    return this.#site?.url ?? ''
  }

  async listen(): Promise<void> {
    this.#site = await openSite((request, response) => void this.#serve(request, response))
  }

  async close(): Promise<void> {
    await this.#site?.close()
  }

  /** Forgets what was seen and scripted; tasks stay. */
  clear(): void {
    for (const list of [this.requests, this.violations, this.unknownFields, this.#plans, this.#ids, this.#changes]) list.length = 0
    this.#scripts = []
    this.movesWhenAsked = true
    this.before = async () => {}
    this.listing = (told) => told
  }

  /** How the next task goes; without a plan it has succeeded when it is first asked for. */
  plan(...states: readonly TaskState[]): void {
    this.#plans.push(states)
  }

  /** The id of the next task, be there one with this id already. */
  nextId(id: string): void {
    this.#ids.push(id)
  }

  /** Changes fields of the answer to the next good submission; one that is undefined is missing. */
  changeAnswer(fields: object): void {
    this.#changes.push(fields)
  }

  /** Answers the next requests of a kind by a script. What they ask for is not done. */
  misbehave(door: Door, steps: readonly Step[], times = 1): void {
    for (let time = 0; time < times; time += 1) this.#scripts.push({ door, steps })
  }

  /** How each task stands now, by its id. */
  get statuses(): ReadonlyMap<string, string> {
    return new Map([...this.tasks].map(([id, task]) => [id, currentOf(task).status]))
  }

  /** The ids of all tasks, oldest first. */
  get ids(): string[] {
    return [...this.tasks.keys()]
  }

  /** Moves a task on to its next state. */
  advance(id: string): void {
    const task = this.#task(id)
    if (task.states.length > 1) task.states = task.states.slice(1)
  }

  /** How a task goes from now on. */
  replan(id: string, ...states: readonly TaskState[]): void {
    this.#task(id).states = states
  }

  /** Loses a task. */
  forget(id: string): void {
    this.tasks.delete(id)
  }

  /** Tells the address that came with a task how it stands, with fields changed as given. Answers the status that it got. */
  async notify(id: string, fields: object = {}): Promise<number> {
    const task = this.#task(id)
    if (!task.notifyHook) throw new Error(`task ${id} came without an address to notify`)
    const body = JSON.stringify({ ...this.told(task, currentOf(task)), ...fields })
    return (await fetch(task.notifyHook, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  }

  /** What a request asks for; undefined: the API has no such address. */
  protected abstract doorOf(request: TaskRequest): Door | undefined
  protected abstract answer(request: TaskRequest, door: Door): readonly Step[]
  /** A task as the API tells it. */
  protected abstract told(task: Task, state: TaskState): object

  /** The planned states of a new task. */
  protected takePlan(): readonly TaskState[] {
    return this.#plans.shift() ?? [{ status: 'SUCCESS' }]
  }

  protected takeId(own: string): string {
    return this.#ids.shift() ?? own
  }

  /** The answer to a good submission, changed as a test wants it. */
  protected accepted(answer: object): readonly Step[] {
    return scenario.reply(200, { ...answer, ...this.#changes.shift() })
  }

  /** Tells a task to somebody who asks, after which it moves on. */
  protected ask(task: Task): object {
    const told = this.told(task, currentOf(task))
    if (this.movesWhenAsked) this.advance(task.id)
    return told
  }

  protected violate({ method, path }: TaskRequest, what: string): void {
    this.violations.push(`${method} ${path}: ${what}`)
  }

  /** Reads a body. What is wrong with it is noted and answered in place of it. */
  protected read<Schema extends z.ZodObject>(request: TaskRequest, schema: Schema): z.infer<Schema> | z.ZodError {
    const type = request.headers['content-type'] ?? ''
    if (!/^application\/json\b/.test(type)) this.violate(request, `the content type is ${JSON.stringify(type)}`)
    const fields = z.record(z.string(), z.unknown()).safeParse(request.body)
    this.unknownFields.push(...Object.keys(fields.data ?? {}).filter((name) => !(name in schema.shape)))
    const read = schema.safeParse(request.body, { reportInput: true })
    if (!read.success) this.violate(request, z.prettifyError(read.error))
    return read.success ? read.data : read.error
  }

  #task(id: string): Task {
    const task = this.tasks.get(id)
    if (!task) throw new Error(`no task ${id}`)
    return task
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const rawBody = (await buffer(request)).toString()
    const { method = '', url = '', headers } = request
    const seen: TaskRequest = { method, path: url, headers, rawBody, body: parseJson(rawBody) }
    this.requests.push(seen)
    const script = this.#reply(seen)
    await this.before()
    await runScript(script, request, response, gone.signal)
  }

  #reply(request: TaskRequest): readonly Step[] {
    for (const name of OF_THE_CLIENT) if (request.headers[name] !== undefined) this.violate(request, `${name} of the client came along`)
    const door = this.doorOf(request)
    if (!door) {
      this.violate(request, 'there is no such address')
      return scenario.reply(404, '')
    }
    const at = this.#scripts.findIndex((script) => script.door === door)
    return this.#scripts.splice(at, at < 0 ? 0 : 1)[0]?.steps ?? this.answer(request, door)
  }
}

/** The state of a task now. */
export const currentOf = ({ states }: TaskRecord): TaskState => states[0] ?? { status: 'SUCCESS' }
