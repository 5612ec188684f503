// A world with a channel at the stand-in of each vendor that makes pictures by tasks, two people who pay, and the time of tasks in the test's hand.
import type { LogEntry } from '@waystation/contract/calls/log'
import type { Task } from '@waystation/contract/calls/task'
import { taskPollSeconds } from '@waystation/contract/options/drawing'
import { expect } from 'vitest'
import { openEgress } from '../../../../lib/net/egress.ts'
import { dashscope } from '../../../../testing/fake-films/dashscope.ts'
import { openFilmVendor } from '../../../../testing/fake-films/fake-films.ts'
import type { FilmVendor } from '../../../../testing/fake-films/film-vendor.ts'
import { blackForestLabs } from '../../../../testing/fake-pictures/black-forest-labs.ts'
import { BROKEN_OFF, OUT_OF_ORDER, openFakeReplicate, type State } from '../../../../testing/fake-pictures/replicate/fake-replicate.ts'
import { fastClock } from '../../../../testing/time/fast-clock.ts'
import { rowsAt, runAt } from '../../../../testing/time/run-at.ts'
import { openPayers, type Payer } from '../../../testing/payers.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { FilmClient } from '../../testing/film-world.ts'

/** What a picture costs, in quota units: five cents. */
export const PRICE = 25_000

/** What each question after a submission finds; the last one stays. */
export type Step = 'queued' | 'running' | 'succeeded' | 'failed' | 'moderated' | 'error' | 'reset'

/** A vendor, for tests that are the same for all. */
export interface PictureVendor {
  readonly url: string
  plan(...steps: readonly [Step, ...Step[]]): void
  /** Of the next two pictures one is made, and the other is not. */
  planHalf(): void
  /** How often something was submitted, and how often it was asked for. */
  counts(): { readonly submitted: number; readonly asked: number }
  /** What it has rejected was to be rejected. */
  forgive(): void
  /** Forgets what it saw. Throws where it was asked against its documentation. */
  clear(): void
  close(): Promise<void>
}

export interface PictureCase {
  readonly name: string
  readonly type: number
  readonly model: string
  /** A model that changes pictures, and takes several. */
  readonly editor: string
  /** A body that the vendor itself rejects. */
  readonly rejected: object
  open(key: string): Promise<PictureVendor>
}

const KEY = 'key-of-the-vendor'
/** Of a channel that waits for a few seconds only: under this name in front of the model. */
export const HASTY = 'hasty-'
/** So long: a fourth question, 6.5 seconds after the submission, would be too late. */
const HASTY_SECONDS = 6
/** Nobody but the call, and a test that says so, asks for a picture. */
const POLL_SECONDS = 600

const FAILED = { status: 'failed', error: 'CUDA out of memory (E1001)' }

async function openReplicate(key: string): Promise<PictureVendor> {
  const vendor = await openFakeReplicate(key)
  const states: Readonly<Record<Step, () => State>> = {
    queued: () => ({ status: 'starting' }),
    running: () => ({ status: 'processing' }),
    succeeded: () => ({ status: 'succeeded', output: vendor.picture() }),
    failed: () => FAILED,
    moderated: () => ({ status: 'failed', error: 'NSFW content detected. Try a different prompt.' }),
    error: () => ({ status: OUT_OF_ORDER }),
    reset: () => ({ status: BROKEN_OFF }),
  }
  const sent = (path: RegExp) => vendor.requests.filter((request) => path.test(request.path)).length
  const plan = (...steps: readonly Step[]) => vendor.plan({ status: 'starting' }, ...steps.map((step) => states[step]()))
  return {
    ...{ url: vendor.url, plan },
    planHalf: () => [plan('failed'), plan('succeeded')],
    counts: () => ({ submitted: sent(/\/predictions$/), asked: sent(/\/predictions\/p\d+$/) }),
    forgive: () => vendor.clear(),
    clear() {
      expect([vendor.canceled, vendor.requests.filter(({ refusal }) => refusal !== undefined)]).toEqual([[], []])
      vendor.clear()
    },
    close: () => vendor.close(),
  }
}

/** A vendor whose record is one of tasks. @param submits the paths where pictures are submitted */
const openTaskVendor =
  (record: FilmVendor, submits: RegExp) =>
  async (key: string): Promise<PictureVendor> => {
    const vendor = await openFilmVendor(record, [key])
    const isSubmit = ({ method, path }: { readonly method: string; readonly path: string }) => method === 'POST' && submits.test(path)
    return {
      url: vendor.url,
      plan: (...steps) => vendor.plan(...steps),
      planHalf: () => (record.words.partial === undefined ? [vendor.plan('failed'), vendor.plan('succeeded')] : vendor.plan('partial')),
      counts: () => ({
        submitted: vendor.requests.filter(isSubmit).length,
        asked: vendor.requests.filter(({ method }) => method === 'GET').length,
      }),
      forgive: () => vendor.clear(),
      clear() {
        expect(vendor.violations).toEqual([])
        vendor.clear()
      },
      close: () => vendor.close(),
    }
  }

export const cases: readonly PictureCase[] = [
  {
    ...{ name: 'replicate', type: 56, model: 'black-forest-labs/flux-1.1-pro', editor: 'google/nano-banana' },
    rejected: { safety_tolerance: 99 },
    open: openReplicate,
  },
  {
    ...{ name: 'dashscope', type: 17, model: 'wan2.5-t2i-preview', editor: 'wan2.5-i2i-preview', rejected: { seed: -5 } },
    open: openTaskVendor(dashscope, /\/image-synthesis$/),
  },
  {
    ...{ name: 'black forest labs', type: 1066, model: 'flux-2-pro', editor: 'flux-2-max', rejected: { safety_tolerance: 6 } },
    open: openTaskVendor(blackForestLabs, /^\/v1\/flux-/),
  },
]

export interface PictureWorld {
  readonly world: World
  readonly alice: PictureClient
  readonly bob: PictureClient
  vendorOf(name: string): PictureVendor
  /** Has everything that is open asked for. */
  poll(): Promise<void>
  /** Waits until no call asks for the newest task any more: it was left to the poller. */
  left(): Promise<void>
  /** Lets time pass for tasks. */
  age(ms: number): Promise<void>
  close(): Promise<void>
}

/** Opens it. Close it in the test's end. */
export async function openPictureWorld(chosen: readonly PictureCase[] = cases): Promise<PictureWorld> {
  const names = chosen.flatMap(({ model, editor }) => [model, editor].flatMap((name) => [name, HASTY + name]))
  const prices = Object.fromEntries(names.map((name) => [name, PRICE / 500_000]))
  // Reaches this machine's own addresses, where the pictures are.
  const userEgress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })
  const options = { ModelPrice: JSON.stringify(prices), [taskPollSeconds.key]: String(POLL_SECONDS) }
  const world = await openWorld({ channel: null, ratios: {}, userEgress, options, clock: fastClock() })
  const vendors = new Map<string, PictureVendor>()
  for (const { name, type, model, editor, open } of chosen) {
    const vendor = await open(KEY)
    vendors.set(name, vendor)
    await world.addChannel({ type, key: KEY, base_url: vendor.url, models: `${model},${editor}` })
    const hasty = Object.fromEntries([model, editor].map((one) => [HASTY + one, one]))
    await world.addChannel({
      ...{ type, key: KEY, base_url: vendor.url, models: Object.keys(hasty).join(), model_mapping: JSON.stringify(hasty) },
      setting: JSON.stringify({ whole_first_byte_timeout_seconds: HASTY_SECONDS }),
    })
  }
  const payers = await openPayers(world)
  const [alice, bob] = [await payers.add(10_000_000, { limit: 10_000_000 }), await payers.add(10_000_000)]
  const changes = (ms: number) => `next_poll_ms = 0, submit_ms = submit_ms - ${ms}, expires_ms = expires_ms - ${ms}`
  const age = (ms: number) => runAt(world.address, `update task set ${changes(ms)} where is_open = 1`)
  return {
    ...{ world, alice: new PictureClient(world.url, alice), bob: new PictureClient(world.url, bob), age },
    async left() {
      // A call that leaves has it asked for at once; the poller itself may already have done so.
      const newest = 'select next_poll_ms - submit_ms as wait_ms from task order by id desc limit 1'
      await expect.poll(async () => (await rowsAt(world.address, newest))[0]?.wait_ms).not.toBe(POLL_SECONDS * 1000)
    },
    vendorOf: (name) => vendors.get(name) ?? expect.unreachable(name),
    async poll() {
      await age(0)
      await world.server.runJob('poll-tasks')
    },
    async close() {
      expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
      await payers.close()
      await world.close()
      await Promise.all([...vendors.values()].map((vendor) => vendor.close()))
    },
  }
}

/** Somebody who has pictures made. */
export class PictureClient extends FilmClient {
  readonly #url: string

  constructor(url: string, payer: Payer) {
    super(url, payer)
    this.#url = url
  }

  picture(model: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) {
    return this.post('/v1/images/generations', { model, prompt: 'A red cat', ...body }, headers)
  }

  /** Asks for a picture, and leaves when the vendor was asked so often for it. */
  async leaves(model: string, vendor: PictureVendor, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const leaving = new AbortController()
    const call = fetch(`${this.#url}/v1/images/generations`, {
      ...{ method: 'POST', signal: leaving.signal, body: JSON.stringify({ model, prompt: 'A red cat' }) },
      headers: { authorization: `Bearer ${this.payer.key}`, 'content-type': 'application/json', ...headers },
    })
    const left = expect(call).rejects.toThrow()
    await expect.poll(() => vendor.counts().asked).toBeGreaterThan(0)
    leaving.abort()
    await left
  }

  /** The pictures in the task log, newest first. */
  async tasks(): Promise<Task[]> {
    return this.payer.console.call<Task[]>('GET', '/api/task/self?p=0')
  }

  /** The rows of calls, newest first: their types, quotas and tasks. */
  async calls(): Promise<{ type: number; quota: number; task: unknown }[]> {
    const { items } = await this.payer.console.call<{ items: LogEntry[] }>('GET', '/api/log/self/?p=1&page_size=100')
    return items.map(({ type, quota, other }) => ({ type, quota, task: (JSON.parse(other || '{}') as Record<string, unknown>).task_id }))
  }
}
