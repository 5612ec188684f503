// A world with a channel at the stand-in of each vendor of films, two people who pay, and the time of tasks in the test's hand.
import { parseJson } from '@waystation/wire/encoding/json'
import { request } from 'undici'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Provider } from '../../../providers/provider.ts'
import { vertexProvider } from '../../../providers/vertex/provider.ts'
import { ark } from '../../../testing/fake-films/ark.ts'
import { dashscope } from '../../../testing/fake-films/dashscope.ts'
import { type FakeFilms, openFilmVendor } from '../../../testing/fake-films/fake-films.ts'
import type { FilmVendor } from '../../../testing/fake-films/film-vendor.ts'
import { kling } from '../../../testing/fake-films/kling.ts'
import { minimaxFirst, minimaxSecond } from '../../../testing/fake-films/minimax.ts'
import { siliconflow } from '../../../testing/fake-films/siliconflow.ts'
import { sora } from '../../../testing/fake-films/sora.ts'
import { geminiVeo } from '../../../testing/fake-films/veo.ts'
import { vertexVeo } from '../../../testing/fake-films/vertex/veo.ts'
import { vidu } from '../../../testing/fake-films/vidu.ts'
import { jimeng } from '../../../testing/fake-films/volcengine/jimeng.ts'
import { xai } from '../../../testing/fake-films/xai.ts'
import { zhipu } from '../../../testing/fake-films/zhipu.ts'
import { FakeTokenEndpoint } from '../../../testing/fakes/fake-token-endpoint.ts'
import { noteCall } from '../../../testing/last-calls.ts'
import { runAt } from '../../../testing/time/run-at.ts'
import { openPayers, type Payer } from '../../testing/payers.ts'
import { openWorld, type World, type WorldOptions } from '../../testing/world.ts'

/** Quota units of a thousandth of a dollar. */
export const UNITS_PER_MILLIDOLLAR = 500
/** What a second costs at the usual resolution, or a film where those are sold whole: in units. */
export const PRICE = 20 * UNITS_PER_MILLIDOLLAR

export interface FilmCase {
  readonly name: string
  readonly vendor: FilmVendor
  readonly type: number
  readonly key: string
  readonly model: string
  readonly body: object
  /** What was asked for costs so many times PRICE. */
  readonly times: number
  /** Polls until a film is told of that is made. */
  readonly polls?: number
  /** Further fields of its channel. */
  readonly channel?: object
}

const VERTEX = 41
const tokens = new FakeTokenEndpoint()
const account = tokens.account('house-project')
const prompt = 'A cat on a wall'
const bearer = 'key-of-the-vendor'

/** One film at each vendor. */
export const cases: readonly FilmCase[] = [
  { name: 'ark', vendor: ark, type: 45, key: bearer, model: 'doubao-seedance-1-0-pro-250528', body: { prompt, seconds: 5 }, times: 5 },
  { name: 'ark video', vendor: ark, type: 54, key: bearer, model: 'doubao-seedance-2-0-260128', body: { prompt, seconds: '4' }, times: 4 },
  {
    name: 'veo',
    vendor: geminiVeo,
    type: 24,
    key: bearer,
    model: 'veo-3.1-generate-preview',
    body: { prompt, size: '1280x720' },
    times: 8,
  },
  {
    ...{ name: 'vertex', vendor: vertexVeo, type: VERTEX, key: account.key, model: 'veo-3.1-generate-001', body: { prompt, seconds: 6 } },
    ...{ times: 6, channel: { other: 'us-central1' } },
  },
  {
    ...{
      name: 'vertex, bucket',
      vendor: vertexVeo,
      type: VERTEX,
      key: account.key,
      model: 'veo-2.0-generate-001',
      body: { prompt, seconds: 5 },
    },
    ...{ times: 5, channel: { other: 'europe-west4', setting: JSON.stringify({ film_bucket: 'gs://films.house/made' }) } },
  },
  { name: 'dashscope', vendor: dashscope, type: 17, key: bearer, model: 'wan2.7-t2v', body: { prompt, duration: 6 }, times: 6 },
  {
    name: 'dashscope, older',
    vendor: dashscope,
    type: 17,
    key: bearer,
    model: 'wan2.5-t2v-preview',
    body: { prompt, size: '720x1280' },
    times: 5,
  },
  { name: 'minimax', vendor: minimaxFirst, type: 35, key: bearer, model: 'MiniMax-Hailuo-2.3', body: { prompt }, times: 6, polls: 2 },
  { name: 'minimax, newer', vendor: minimaxSecond, type: 35, key: bearer, model: 'MiniMax-H3', body: { prompt, seconds: 7 }, times: 7 },
  { name: 'kling', vendor: kling, type: 50, key: 'access-key|secret-key', model: 'kling-v2-6', body: { prompt, seconds: 10 }, times: 10 },
  {
    name: 'jimeng',
    vendor: jimeng,
    type: 51,
    key: 'AKLTexample|c2VjcmV0',
    model: 'jimeng_t2v_v30',
    body: { prompt, seconds: 10 },
    times: 10,
  },
  {
    name: 'jimeng, older',
    vendor: jimeng,
    type: 51,
    key: 'AKLTexample|c2VjcmV0',
    model: 'jimeng_vgfm_t2v_l20',
    body: { prompt },
    times: 5,
  },
  { name: 'zhipu', vendor: zhipu, type: 26, key: bearer, model: 'cogvideox-3', body: { prompt, seconds: 5 }, times: 1 },
  {
    ...{ name: 'siliconflow', vendor: siliconflow, type: 40, key: bearer, model: 'Wan-AI/Wan2.2-T2V-A14B' },
    ...{ body: { prompt, size: '720x1280' }, times: 1 },
  },
  { name: 'xai', vendor: xai, type: 48, key: bearer, model: 'grok-imagine-video', body: { prompt, seconds: 3 }, times: 3 },
  { name: 'vidu', vendor: vidu, type: 52, key: bearer, model: 'viduq2', body: { prompt, seconds: 8, ratio: '4:3' }, times: 8 },
  { name: 'sora', vendor: sora, type: 55, key: bearer, model: 'sora-2', body: { prompt, seconds: '8' }, times: 8 },
]

export interface FilmWorld {
  readonly world: World
  readonly alice: FilmClient
  readonly bob: FilmClient
  vendorOf(name: string): FakeFilms
  /** Somebody else, with so much. @param quota in units */
  addPayer(quota: number): Promise<FilmClient>
  poll(): Promise<void>
  age(ms: number): Promise<void>
  /** Forgets what the vendors saw. Throws where one of them was asked against its documentation. */
  clear(): void
  close(): Promise<void>
}

interface FilmWorldOptions extends Pick<WorldOptions, 'userEgress' | 'database'> {
  /** Do the prices stand that the product comes with? */
  readonly isSeeded?: boolean
}

/** Opens it with channels for these of the cases. Close it in the test's end. */
export async function openFilmWorld(
  chosen: readonly FilmCase[] = cases,
  { isSeeded = false, ...more }: FilmWorldOptions = {},
): Promise<FilmWorld> {
  const vendors = new Map<string, FakeFilms>()
  const prices = Object.fromEntries(chosen.map(({ model }) => [model, PRICE / UNITS_PER_MILLIDOLLAR / 1000]))
  for (const { name, vendor, key } of chosen) vendors.set(name, await vendorFor(vendor, key, vendors))
  const google = chosen.find(({ type }) => type === VERTEX)
  if (google) await tokens.listen()
  const world = await openWorld({
    ...{ ...more, channel: null, ratios: {}, options: isSeeded ? {} : { ModelPrice: JSON.stringify(prices) } },
    ...(google ? { providers: { [VERTEX]: googleAt(vendors.get(google.name)?.url ?? '') } } : {}),
  })
  for (const { name, type, key, model, channel } of chosen)
    await world.addChannel({ type, key, base_url: vendors.get(name)?.url, models: model, ...channel })
  const payers = await openPayers(world)
  const [alice, bob] = [await payers.add(100_000_000, { limit: 100_000_000 }), await payers.add(100_000_000)]
  const age = (ms: number) =>
    runAt(
      world.address,
      `update task set next_poll_ms = 0, submit_ms = submit_ms - ${ms}, expires_ms = expires_ms - ${ms} where is_open = 1`,
    )
  return {
    ...{ world, alice: new FilmClient(world.url, alice), bob: new FilmClient(world.url, bob) },
    vendorOf: (name) => vendors.get(name) ?? expect.unreachable(name),
    addPayer: async (quota) => new FilmClient(world.url, await payers.add(quota)),
    async age(ms) {
      await age(ms)
    },
    async poll() {
      await age(0)
      await world.server.runJob('poll-tasks')
    },
    clear() {
      const violations = [...vendors].flatMap(([name, server]) => server.violations.map((violation) => `${name}: ${violation}`))
      // One test's are not another's.
      for (const server of vendors.values()) server.clear()
      expect(violations).toEqual([])
    },
    async close() {
      expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
      await payers.close()
      await world.close()
      if (google) await tokens.close()
      await Promise.all([...new Set(vendors.values())].map((server) => server.close()))
    },
  }
}

/** All of Vertex AI is one site, with the buckets: the films of one case are found by those of another. */
async function vendorFor(vendor: FilmVendor, key: string, others: ReadonlyMap<string, FakeFilms>): Promise<FakeFilms> {
  if (vendor !== vertexVeo) return openFilmVendor(vendor, key.split('\n'))
  return others.get('vertex') ?? others.get('vertex, bucket') ?? openFilmVendor(vendor, [bearer])
}

/** Vertex AI at the stand-ins: the account is given a token that the vendor knows, once. */
function googleAt(storageUrl: string): Provider {
  tokens.next({ status: 200, body: JSON.stringify({ access_token: bearer, expires_in: 3599, token_type: 'Bearer' }) })
  return vertexProvider({ tokenUrl: tokens.url, storageUrl })
}

export interface FilmAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
  readonly json: unknown
}

const Made = z.object({ id: z.string().startsWith('video_') })

/** Somebody who has films made. */
export class FilmClient {
  readonly payer: Payer
  readonly #url: string

  constructor(url: string, payer: Payer) {
    this.#url = url
    this.payer = payer
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<FilmAnswer> {
    return this.call('GET', path, { headers })
  }

  post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<FilmAnswer> {
    return this.call('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
  }

  /** Has a film made, which has to be accepted. Answers its id. */
  async film({ model, body }: Pick<FilmCase, 'model' | 'body'>): Promise<string> {
    const answer = await this.post('/v1/videos', { model, ...body })
    expect([answer.status, answer.json]).toMatchObject([200, { object: 'video', model, status: 'queued' }])
    return Made.parse(answer.json).id
  }

  /** A film as the API tells it. */
  async told(id: string): Promise<unknown> {
    return (await this.get(`/v1/videos/${id}`)).json
  }

  /** Does something; what it cost, in quota units, of the balance. */
  async spending<Done>(work: () => Promise<Done>): Promise<{ done: Done; cost: number }> {
    const before = await this.payer.balance()
    const done = await work()
    return { done, cost: before - (await this.payer.balance()) }
  }

  async call(
    method: 'GET' | 'HEAD' | 'POST' | 'DELETE',
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<FilmAnswer> {
    const response = await request(this.#url + path, {
      ...{ method, ...(body === undefined ? {} : { body }) },
      headers: { authorization: `Bearer ${this.payer.key}`, ...headers },
    })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    const answer = bytes.toString()
    noteCall({ where: this.#url, line: `${method} ${path}`, sent: body, status: response.statusCode, answer })
    return { status: response.statusCode, headers: response.headers, bytes, json: parseJson(answer) }
  }
}
