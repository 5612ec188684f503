// SEC-1 at the data plane's door: every route that the gateway mounts × every kind of key × every way to show one, and whether it is billed.
// The routes are read from the router, so a new one is tested as soon as it is mounted.

import { cellsToTry } from '@waystation/wire/testing/matrix'
import Fastify from 'fastify'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountGateway } from '../gateway/door/routes.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { expireToken } from '../gateway/testing/expire-token.ts'
import { openPayers, PAYER_PASSWORD, type Payer, type Payers } from '../gateway/testing/payers.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'

interface Mounted {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
}

/** Answered alike with and without a key: what is not there, and what is served elsewhere. */
const open =
  /^\w+ (\/v1|\/v1beta|\/v2|\/pg|\/openai|\/kling|\/jimeng)\/\*$|^GET (\/v1|\/openai(\/v1)?)\/responses$|^POST (\/:mode)?\/mj\/notify$/
const MODEL = 'fake-chat'

async function mountedRoutes(): Promise<Mounted[]> {
  const app = Fastify()
  const methods = ['GET', 'POST', 'DELETE'] as const
  const found: Mounted[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of methods) if ([method].flat().includes(one)) found.push({ method: one, path: url })
  })
  // Nothing is called, so the services are not needed.
  const nobody = async () => Promise.reject(new Error('nobody'))
  await app.register((scope) => mountGateway(scope, {} as Gateway, { find: nobody, findAgain: nobody }))
  await app.ready()
  await app.close()
  return found
}

const routes = await mountedRoutes()
const nameOf = ({ method, path }: Mounted) => `${method} ${path}`
const keyed = routes.filter((route) => !open.test(nameOf(route)) && !route.path.startsWith('/pg/'))

/** An address of a route; the model's name in it where there is room. */
function addressOf({ method, path }: Mounted): string {
  const filled = path.replace(':model', MODEL).replace(':action', 'music').replace(/:\w+/g, 'resp_0')
  const isAction = method === 'POST' && path.endsWith('/models/*')
  return filled.replace(/\*$/, isAction ? `${MODEL}:generateContent` : MODEL)
}

/** As much as every operation asks for. */
const body = {
  ...{ model: MODEL, max_tokens: 5, messages: [{ role: 'user', content: 'hello' }], prompt: 'hello', input: 'hello', voice: 'alloy' },
  contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
}

type Headers = Readonly<Record<string, string>>

let world: World
let payers: Payers
let owner: Payer
let stranger: Payer
const keys = new Map<string, string>()

beforeAll(async () => {
  world = await openWorld()
  payers = await openPayers(world)
  owner = await payers.add(1_000_000)
  stranger = await payers.add(1_000_000)
  const tokenOf = async (payer: Payer, fields: object = {}) => {
    const token = await payer.console.call<{ id: number; key: string }>('POST', '/api/token/', {
      name: 't',
      unlimited_quota: true,
      ...fields,
    })
    return { id: token.id, key: `sk-${token.key}` }
  }
  keys.set('a key', owner.key)
  keys.set('a key of another user', stranger.key)
  const off = await tokenOf(owner)
  await owner.console.call('PUT', '/api/token/?status_only=true', { id: off.id, status: 2 })
  keys.set('a key that is off', off.key)
  const brief = await tokenOf(owner)
  await expireToken(payers.database, { userId: owner.userId, id: brief.id })
  keys.set('a key whose time is over', brief.key)
  keys.set('a key for other addresses', (await tokenOf(owner, { allow_ips: '10.1.2.3' })).key)
  const deleted = await tokenOf(owner)
  await owner.console.call('DELETE', `/api/token/${deleted.id}`)
  keys.set('a deleted key', deleted.key)
  for (const [name, action] of [
    ['a key of a banned user', 'disable'],
    ['a key of a deleted user', 'delete'],
  ] as const) {
    const payer = await payers.add(1_000_000)
    await world.console.call('POST', '/api/user/manage', { id: payer.userId, action })
    keys.set(name, payer.key)
  }
  keys.set('an access token of the console', await owner.console.call<string>('POST', '/api/user/token'))
  keys.set('a key with one character less', owner.key.slice(0, -1))
  keys.set('nothing', '')
})
afterAll(async () => {
  await payers?.close()
  await world?.close()
})

/** What a door says to whom it does not let in; absent: it lets them in. */
const refusals: Readonly<Record<string, string | undefined>> = {
  'a key': undefined,
  'a key of another user': undefined,
  'a key that is off': '401 token_disabled',
  'a key whose time is over': '401 token_expired',
  'a key for other addresses': '403 ip_not_allowed',
  'a deleted key': '401 invalid_token',
  'a key of a banned user': '403 user_banned',
  'a key of a deleted user': '403 user_banned',
  'an access token of the console': '401 invalid_token',
  'a key with one character less': '401 invalid_token',
  nothing: '401 token_missing',
}

interface Way {
  readonly headers: (key: string) => Headers
  readonly query?: (key: string) => string
  /** Is a key shown like this looked at? */
  readonly counts: (route: Mounted) => boolean
}

const always = () => true
const never = () => false
/** Google's clients show it there, and nobody else may. */
const isGoogles = ({ path }: Mounted) =>
  /^\/v1(beta)?\/(models|cachedContents)|^\/v1beta\/files|^\/upload\/|^\/{1,2}ws\/google\./.test(path)

/** Clients of the proxies show it as the proxy's secret. */
const isTask = ({ path }: Mounted) => /^(\/:mode)?\/mj\/|^\/suno\//.test(path)

const ways: Readonly<Record<string, Way>> = {
  'in Authorization, with Bearer': { headers: (key) => ({ authorization: `Bearer ${key}` }), counts: always },
  'in Authorization, bare': { headers: (key) => ({ authorization: key }), counts: always },
  'in x-api-key': { headers: (key) => ({ 'x-api-key': key }), counts: always },
  'in api-key': { headers: (key) => ({ 'api-key': key }), counts: always },
  'in x-goog-api-key': { headers: (key) => ({ 'x-goog-api-key': key }), counts: always },
  'in the address': { headers: () => ({}), query: (key) => `?key=${key}`, counts: isGoogles },
  'in mj-api-secret': { headers: (key) => ({ 'mj-api-secret': key }), counts: isTask },
  'as a protocol of a web socket': {
    headers: (key) => ({ 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${key}` }),
    counts: never,
  },
  'as a cookie': { headers: (key) => ({ cookie: `session=${key}` }), counts: never },
}

async function ask(route: Mounted, headers: Headers, query = ''): Promise<{ status: number; code: string; text: string }> {
  const sent = route.method === 'POST' ? await bodyOf(route) : undefined
  const response = await request(world.url + addressOf(route) + query, {
    method: route.method,
    headers: { ...headers, ...(sent ? { 'content-type': sent.type } : {}) },
    body: sent?.bytes ?? null,
  })
  const text = await response.body.text()
  return { status: response.statusCode, code: codeIn(text), text }
}

async function bodyOf({ path }: Mounted): Promise<{ type: string; bytes: Buffer }> {
  if (!/audio\/(transcriptions|translations)$/.test(path)) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  const form = new FormData()
  form.set('model', MODEL)
  form.set('file', new Blob([Buffer.alloc(4000, 1)], { type: 'audio/mpeg' }), 'speech.mp3')
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', bytes: Buffer.from(await encoded.arrayBuffer()) }
}

/** Where the shape of a dialect has no place for our code, its words have. */
function codeIn(text: string): string {
  const found = Object.values(refusals).find((refusal) => refusal && text.includes(`"${refusal.slice(4)}"`))
  return found?.slice(4) ?? ''
}

const refusedStatuses = new Set([401, 403])
const cells = keyed.flatMap((route) =>
  Object.keys(refusals).flatMap((actor) => Object.keys(ways).map((name) => ({ route, actor, way: name }))),
)
const tried = cellsToTry('SEC-1, model routes', cells, ({ route, actor, way }) => [nameOf(route), actor, way])
let checks = 0

test('SEC-1: the routes are there', () => {
  expect(keyed.length).toBeGreaterThan(40)
  expect(keyed.map(nameOf)).toEqual(expect.arrayContaining(['POST /v1/chat/completions', 'POST /v1/messages', 'GET /v1/models']))
})

describe.each(Object.keys(refusals))('SEC-1: %s', (actor) => {
  test.each(Object.keys(ways))('%s opens every model route, or none', async (name) => {
    const way = ways[name]!
    const key = keys.get(actor)!
    const faults: string[] = []
    for (const { route } of tried.filter((cell) => cell.actor === actor && cell.way === name)) {
      const { status, code, text } = await ask(route, way.headers(key), way.query?.(key))
      checks += 1
      const wanted = way.counts(route) ? refusals[actor] : '401 token_missing'
      const isRefused = refusedStatuses.has(status)
      if (wanted === undefined ? isRefused : status !== Number(wanted.slice(0, 3)) || (code !== '' && code !== wanted.slice(4)))
        faults.push(`${nameOf(route)}: ${status} ${code}, not ${wanted ?? 'let in'}: ${text.slice(0, 150)}`)
      if (status >= 500 && status !== 501) faults.push(`${nameOf(route)}: ${status} ${text.slice(0, 150)}`)
    }
    expect(faults).toEqual([])
  })
})

test('SEC-1: the matrix of model routes has more than 1,500 checks, and those of this run were made', () => {
  expect(cells.length).toBeGreaterThan(1500)
  expect(checks).toBe(tried.length)
})

describe('the playground, which a session pays for', () => {
  const playground = { method: 'POST', path: '/pg/chat/completions' } as const
  test('SEC-1: it is there, and takes a session that names its user; no key, no access token, and no session of a banned user', async () => {
    expect(routes.map(nameOf)).toContain(nameOf(playground))
    const payer = await payers.add(1_000_000)
    const name = (await payer.console.call<{ username: string }>('GET', '/api/user/self')).username
    const { cookie } = await logIn(world.url, { username: name, password: PAYER_PASSWORD })
    const named = { 'waystation-user': String(payer.userId) }
    expect((await ask(playground, { cookie, ...named })).status).toBe(200)
    const refused: readonly Headers[] = [
      {},
      { cookie },
      { cookie, 'waystation-user': String(owner.userId) },
      named,
      { ...named, authorization: `Bearer ${payer.key}` },
      { ...named, 'x-api-key': payer.key },
      { ...named, authorization: `Bearer ${keys.get('an access token of the console')}` },
      { ...named, cookie: `session=${payer.key}` },
    ]
    for (const headers of refused)
      expect([400, 401], JSON.stringify(Object.keys(headers))).toContain((await ask(playground, headers)).status)
    for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await ask(playground, { cookie, ...named, ...headers })).status).toBe(403)
    await world.console.call('POST', '/api/user/manage', { id: payer.userId, action: 'disable' })
    expect((await ask(playground, { cookie, ...named })).status).toBe(401)
  })
})

test('SEC-1: every route that reaches a vendor is billed: with a balance of nothing none does', async () => {
  const poor = await payers.add(0)
  const bearer = (payer: Payer) => ({ authorization: `Bearer ${payer.key}` })
  const reaching: string[] = []
  for (const route of keyed) {
    const before = world.provider.requestCount
    const answer = await ask(route, bearer(poor))
    expect([nameOf(route), world.provider.requestCount - before, answer.text.slice(0, 200)]).toEqual([nameOf(route), 0, expect.any(String)])
    await ask(route, bearer(owner))
    if (world.provider.requestCount > before) reaching.push(nameOf(route))
  }
  // With money they do reach it, so the check above is one.
  expect(reaching).toEqual(
    expect.arrayContaining(['POST /v1/chat/completions', 'POST /v1/messages', 'POST /v1/responses', 'POST /v1/embeddings']),
  )
  expect(reaching.length).toBeGreaterThanOrEqual(8)
  const { differences, openHolds } = await world.books()
  expect([differences, openHolds]).toEqual([[], 0])
})

test('SEC-1: a response that was kept for one user does not exist for another', async () => {
  const kept = await request(`${world.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, input: 'remember this', store: true }),
  })
  const { id } = (await kept.body.json()) as { id: string }
  const statusOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, payer: Payer) =>
    (await request(`${world.url}/v1/responses/${id}${path}`, { method, headers: { authorization: `Bearer ${payer.key}` } })).statusCode
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/input_items'],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const)
    expect([method, path, await statusOf(method, path, stranger)]).toEqual([method, path, 404])
  expect(await statusOf('GET', '', owner)).toBe(200)
})
