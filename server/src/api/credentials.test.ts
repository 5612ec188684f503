// SEC-1: every route × every kind of caller × every way to present a credential. What is expected is derived from the declaration alone.
// The handlers are replaced, so that what is tested is the door, and nothing is really done.
import { endpoints } from '@waystation/contract/api/endpoints'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { AppError } from '@waystation/contract/errors'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { isUserHeaderDemanded } from './http/guard.ts'

interface Person {
  readonly visitor: Visitor
  readonly accessToken: string
  /** A key for calling models. */
  readonly relayKey: string
}

const actors = { visitor: 0, user: 1, 'other user': 1, admin: 10, root: 100, 'disabled user': 0 } as const
type Actor = keyof typeof actors

interface Presented {
  /** What stands behind the path. */
  readonly query?: string
  readonly headers: Readonly<Record<string, string>>
  /** Does this way let the actor in at all? */
  readonly isCredential: boolean
  /** Does the header with the user's id agree? */
  readonly isNamed: boolean
  /** What a call that needs a login says where there is none. */
  readonly refusal: string
}

const named = ({ visitor }: Person) => ({ 'waystation-user': String(visitor.id) })
const cookie = ({ visitor }: Person) => ({ cookie: visitor.cookie })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookieRefusal = { isCredential: true, refusal: 'not_logged_in' }
const tokenRefusal = { isCredential: true, refusal: 'access_token_invalid' }
const none = { isCredential: false, isNamed: true }

/** Every way to say who one is. */
const ways: Readonly<Record<string, (person: Person, stranger: Person) => Presented>> = {
  'a cookie': (me) => ({ headers: { ...cookie(me), ...named(me) }, ...cookieRefusal, isNamed: true }),
  'a cookie without a user id': (me) => ({ headers: cookie(me), ...cookieRefusal, isNamed: false }),
  'a cookie and the id of another user': (me, other) => ({ headers: { ...cookie(me), ...named(other) }, ...cookieRefusal, isNamed: false }),
  'a cookie and two user ids': (me, other) => ({
    headers: { ...cookie(me), ...named(me), 'new-api-user': String(other.visitor.id) },
    ...{ ...cookieRefusal, isNamed: false },
  }),
  'an access token': (me) => ({ headers: { ...bearer(me.accessToken), ...named(me) }, ...tokenRefusal, isNamed: true }),
  'a bare access token': (me) => ({ headers: { authorization: me.accessToken, ...named(me) }, ...tokenRefusal, isNamed: true }),
  'an access token without a user id': (me) => ({ headers: bearer(me.accessToken), ...tokenRefusal, isNamed: false }),
  'an access token and the id of another user': (me, other) => ({
    headers: { ...bearer(me.accessToken), ...named(other) },
    ...{ ...tokenRefusal, isNamed: false },
  }),
  'an access token as a cookie': (me) => ({
    headers: { cookie: `session=${me.accessToken}`, ...named(me) },
    ...none,
    refusal: 'not_logged_in',
  }),
  'an access token in x-api-key': (me) => ({ headers: { 'x-api-key': me.accessToken, ...named(me) }, ...none, refusal: 'not_logged_in' }),
  'the start of an access token': (me) => ({
    headers: { ...bearer(me.accessToken.slice(0, -1)), ...named(me) },
    ...{ ...none, refusal: 'access_token_invalid' },
  }),
  'a relay key': (me) => ({ headers: { ...bearer(me.relayKey), ...named(me) }, ...none, refusal: 'access_token_is_key' }),
  'a relay key in x-api-key': (me) => ({ headers: { 'x-api-key': me.relayKey, ...named(me) }, ...none, refusal: 'not_logged_in' }),
  'a relay key in api-key': (me) => ({ headers: { 'api-key': me.relayKey, ...named(me) }, ...none, refusal: 'not_logged_in' }),
  'a relay key in x-goog-api-key': (me) => ({
    headers: { 'x-goog-api-key': me.relayKey, ...named(me) },
    ...none,
    refusal: 'not_logged_in',
  }),
  'a relay key in mj-api-secret': (me) => ({ headers: { 'mj-api-secret': me.relayKey, ...named(me) }, ...none, refusal: 'not_logged_in' }),
  'a relay key in the address': (me) => ({ headers: named(me), query: `?key=${me.relayKey}`, ...none, refusal: 'not_logged_in' }),
  'an access token in mj-api-secret': (me) => ({
    headers: { 'mj-api-secret': me.accessToken, ...named(me) },
    ...{ ...none, refusal: 'not_logged_in' },
  }),
  'an access token in the address': (me) => ({
    ...{ headers: named(me), query: `?key=${me.accessToken}&access_token=${me.accessToken}` },
    ...{ ...none, refusal: 'not_logged_in' },
  }),
  'an access token as a protocol of a web socket': (me) => ({
    headers: { 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${me.accessToken}`, ...named(me) },
    ...{ ...none, refusal: 'not_logged_in' },
  }),
  garbage: (me) => ({ headers: { ...bearer('garbage'), ...named(me) }, ...none, refusal: 'access_token_invalid' }),
  'a garbage cookie': (me) => ({ headers: { cookie: 'session=garbage', ...named(me) }, ...none, refusal: 'not_logged_in' }),
  'the user id alone': (me) => ({ headers: named(me), ...none, refusal: 'not_logged_in' }),
}

const MANY = { count: 100_000, windowMs: 180_000 }
const MANY_CALLS = { console: MANY, critical: MANY, accessToken: MANY }

let real: TestConsole
let door: TestConsole
const people = new Map<Actor, Person>()

beforeAll(async () => {
  real = await openConsole()
  const root = await real.root()
  for (const actor of ['visitor', 'user', 'other user', 'admin', 'disabled user'] as const)
    people.set(actor, await person(await real.user(actor.replace(' ', '').slice(0, 12), actors[actor] || 1)))
  people.set('root', await person(root))
  const banned = people.get('disabled user')!.visitor.id
  await real.call('POST /api/user/manage', { as: root, body: { id: banned, action: 'disable' } })
  const reached = () => {
    throw new AppError('not_found', { what: 'log' })
  }
  door = await openConsole({
    place: real.place,
    limits: MANY_CALLS,
    routes: (routes) => routes.map(({ endpoint }) => ({ endpoint, handle: reached })),
  })
})
afterAll(async () => {
  await door.close()
  await real.close()
})

async function person(visitor: Visitor): Promise<Person> {
  const accessToken = String((await real.call('POST /api/user/token', { as: visitor })).json.data)
  const { key } = (await real.call('POST /api/token/', { as: visitor, body: { name: 'key' } })).json.data as { key: string }
  return { visitor, accessToken, relayKey: `sk-${key}` }
}

const needed: Record<Exclude<EndpointSpec['access'], 'public' | 'setup'>, number> = { user: 1, admin: 10, root: 100 }
const refusals = new Set([
  'setup_done',
  'not_logged_in',
  'no_permission',
  'user_header_mismatch',
  'access_token_invalid',
  'access_token_is_key',
  'cross_site',
  'demo_site',
  'too_many_requests',
])

/** What the declaration says about this caller; `let in`: it reaches its handler. */
function expected(endpoint: EndpointSpec, rank: number, { isCredential, isNamed, refusal }: Presented): string {
  const isKnown = isCredential && rank > 0
  if (endpoint.access === 'setup') return '400 setup_done'
  if (isKnown && !isNamed && isUserHeaderDemanded(endpoint)) return '401 user_header_mismatch'
  if (endpoint.access === 'public') return 'let in'
  if (!isKnown) return `401 ${refusal}`
  return rank >= needed[endpoint.access] ? 'let in' : '200 no_permission'
}

const lineOf = ({ method, path }: EndpointSpec) =>
  `${method} ${path
    .replace('{request_id}', '01ARZ3NDEKTSV4RRFFQ69G9999')
    .replace('{provider}', 'github')
    .replace(/\{\w+\}/g, '2147483000')}`

const cells = endpoints.flatMap((endpoint) =>
  (Object.keys(actors) as Actor[]).flatMap((actor) => Object.keys(ways).map((way) => ({ endpoint, actor, way }))),
)
const tried = cellsToTry('SEC-1', cells, ({ endpoint, actor, way }) => [lineOf(endpoint), actor, way])
let checks = 0

describe.each(Object.keys(actors) as Actor[])('SEC-1: the %s', (actor) => {
  test.each(Object.keys(ways))('with %s gets from every route what its declaration says', async (way) => {
    const me = people.get(actor)!
    const presented = ways[way]!(me, people.get(actor === 'root' ? 'admin' : 'root')!)
    // Who is no user has nothing to present.
    const sent: Presented = actor === 'visitor' ? { headers: {}, isNamed: true, isCredential: false, refusal: 'not_logged_in' } : presented
    const faults: string[] = []
    for (const { endpoint } of tried.filter((cell) => cell.actor === actor && cell.way === way)) {
      const { status, json } = await door.call(lineOf(endpoint) + (sent.query ?? ''), {
        headers: sent.headers,
        ...(endpoint.body ? { body: {} } : {}),
      })
      const code = String(json.code)
      const found = refusals.has(code) ? `${status} ${code}` : 'let in'
      const wanted = expected(endpoint, actors[actor], sent)
      checks += 1
      if (found !== wanted || status >= 500) faults.push(`${lineOf(endpoint)}: ${found} (${status} ${code}), not ${wanted}`)
    }
    expect(faults).toEqual([])
  })
})

test('SEC-1: the matrix has more than 1,500 checks: every route, every kind of caller and every way', () => {
  expect(checks).toBe(tried.length)
  expect(checks).toBeGreaterThan(1500)
})
