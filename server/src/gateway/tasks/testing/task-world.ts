// A world with a channel of a drawing proxy and one of a music proxy, two people who pay, and the time of tasks in the test's hand.
import type { Drawing } from '@waystation/contract/calls/drawing'
import type { LogEntry } from '@waystation/contract/calls/log'
import type { Task } from '@waystation/contract/calls/task'
import { parseJson } from '@waystation/wire/encoding/json'
import { request } from 'undici'
import { expect } from 'vitest'
import { z } from 'zod'
import { PICTURE } from '../../../testing/fake-dialects/images.ts'
import { type FakeDrawingProxy, openFakeDrawingProxy } from '../../../testing/fake-tasks/fake-drawing-proxy.ts'
import { type FakeSunoProxy, openFakeSunoProxy } from '../../../testing/fake-tasks/fake-suno-proxy.ts'
import { noteCall } from '../../../testing/last-calls.ts'
import { runAt } from '../../../testing/time/run-at.ts'
import { openPayers, type Payer } from '../../testing/payers.ts'
import { openWorld, type World, type WorldOptions } from '../../testing/world.ts'

/** What these tests need of a server's tasks. */
export interface TaskTiming {
  /** Asks the proxies once about every task that is not over, whenever its turn is. Answers when what they told is stored. */
  poll(): Promise<void>
  /** Makes every task that is not over older by so much. */
  age(ms: number): Promise<void>
}

const actions = ['imagine', 'upscale', 'variation', 'high_variation', 'low_variation', 'pan', 'describe', 'blend', 'upload', 'shorten']
const moreActions = ['reroll', 'inpaint', 'zoom', 'custom_zoom', 'modal', 'custom', 'edits', 'video']
const drawingModels = [...[...actions, ...moreActions].map((action) => `mj_${action}`), 'swap_face']
const musicModels = ['suno_music', 'suno_lyrics']
/** Each has a price of its own, so that a wrong model shows in the charge. */
const models = [...drawingModels, ...musicModels]
const UNITS_PER_MILLIDOLLAR = 500

/** The price of a task, in quota units. */
export const priceOf = (model: string): number => (models.indexOf(model) + 1) * UNITS_PER_MILLIDOLLAR

export const SECRET = 'secret-of-the-drawing-proxy'
export const KEY = 'key-of-the-music-proxy'
export const HOUR_MS = 3_600_000
export const DATA = `data:image/png;base64,${PICTURE}`
export const OTHER_DATA = 'data:image/jpeg;base64,/9j/4AAQSkZJRg=='

export interface TaskWorld {
  readonly world: World
  readonly drawing: FakeDrawingProxy
  readonly music: FakeSunoProxy
  readonly timing: TaskTiming
  readonly drawingChannel: number
  readonly musicChannel: number
  readonly alice: TaskClient
  readonly bob: TaskClient
  close(): Promise<void>
}

/** Opens it. Close it in the test's end. */
export async function openTaskWorld(more: Pick<WorldOptions, 'userEgress' | 'database'> = {}): Promise<TaskWorld> {
  const drawing = await openFakeDrawingProxy(SECRET)
  const music = await openFakeSunoProxy(KEY)
  const prices = Object.fromEntries(models.map((model) => [model, priceOf(model) / UNITS_PER_MILLIDOLLAR / 1000]))
  const world = await openWorld({ ...more, channel: null, ratios: {}, options: { ModelPrice: JSON.stringify(prices) } })
  const drawingChannel = await world.addChannel({ type: 5, key: SECRET, base_url: drawing.url, models: drawingModels.join(',') })
  const musicChannel = await world.addChannel({ type: 36, key: KEY, base_url: music.url, models: musicModels.join(',') })
  const payers = await openPayers(world)
  const [alice, bob] = [await payers.add(10_000_000, { limit: 10_000_000 }), await payers.add(10_000_000)]
  return {
    ...{ world, drawing, music, drawingChannel, musicChannel, timing: timingOf(world) },
    ...{ alice: new TaskClient(world.url, alice), bob: new TaskClient(world.url, bob) },
    async close() {
      expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
      await payers.close()
      await world.close()
      await Promise.all([drawing.close(), music.close()])
    },
  }
}

function timingOf({ server, address }: Pick<World, 'server' | 'address'>): TaskTiming {
  const age = async (ms: number) => {
    const changes = `next_poll_ms = 0, submit_ms = submit_ms - ${ms}, expires_ms = expires_ms - ${ms}`
    await runAt(address, `update task set ${changes} where is_open = 1`)
  }
  return {
    age,
    async poll() {
      await age(0)
      await server.runJob('poll-tasks')
    },
  }
}

export interface TaskAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  readonly json: unknown
}

const Submitted = z.object({ result: z.coerce.string() })
const Made = z.object({ data: z.string() })

/** Somebody who has things drawn and played. */
export class TaskClient {
  readonly payer: Payer
  readonly #url: string

  constructor(url: string, payer: Payer) {
    this.#url = url
    this.payer = payer
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<TaskAnswer> {
    return this.#call('GET', path, undefined, headers)
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<TaskAnswer> {
    return this.#call('POST', path, body, headers)
  }

  /** Submits a drawing, which has to be accepted. Answers its id. */
  async draw(path: string, body: object): Promise<string> {
    const answer = await this.post(path, body)
    expect([answer.status, answer.json]).toMatchObject([200, { code: 1 }])
    return Submitted.parse(answer.json).result
  }

  /** Submits music or lyrics, which have to be accepted. Answers the id. */
  async play(action: string, body: object): Promise<string> {
    const answer = await this.post(`/suno/submit/${action}`, body)
    expect([answer.status, answer.json]).toMatchObject([200, { code: 'success' }])
    return Made.parse(answer.json).data
  }

  /** A drawing as the API tells it. */
  async drawing(id: string): Promise<unknown> {
    return (await this.get(`/mj/task/${id}/fetch`)).json
  }

  /** The rows of the drawings with this id in the console, newest first. */
  async drawingRows(id: string): Promise<Drawing[]> {
    return this.payer.console.call<Drawing[]>('GET', `/api/mj/self/?p=0&mj_id=${id}`)
  }

  async musicRows(id: string): Promise<Task[]> {
    return this.payer.console.call<Task[]>('GET', `/api/task/self?p=0&task_id=${id}`)
  }

  /** Does something; what it cost, in quota units, of the balance and of the token. */
  async spending<Made>(work: () => Promise<Made>): Promise<{ made: Made; cost: number; tokenCost: number }> {
    const [balance, remainder] = [await this.payer.balance(), await this.payer.tokenRemainder()]
    const made = await work()
    return { made, cost: balance - (await this.payer.balance()), tokenCost: remainder - (await this.payer.tokenRemainder()) }
  }

  /** The log rows that name this model or task, oldest first: their types and quotas. */
  async logRows(naming: string): Promise<(readonly [type: number, quota: number])[]> {
    const { items } = await this.payer.console.call<{ items: LogEntry[] }>('GET', '/api/log/self/?p=1&page_size=100')
    const named = items.filter((row) => `${row.model_name} ${row.content} ${row.other}`.includes(naming))
    return named.map(({ type, quota }) => [type, quota] as const).toReversed()
  }

  async #call(method: 'GET' | 'POST', path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<TaskAnswer> {
    const response = await request(this.#url + path, {
      ...{ method, ...(body ? { body: JSON.stringify(body) } : {}) },
      headers: { authorization: `Bearer ${this.payer.key}`, 'x-private': 'of the client', ...(body ? JSON_TYPE : {}), ...headers },
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const answer = bytes.toString()
    noteCall({ where: this.#url, line: `${method} ${path}`, sent: body, status: response.statusCode, answer })
    return { status: response.statusCode, headers: response.headers, bytes, json: parseJson(answer) }
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
