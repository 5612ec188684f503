// A server that looks lived in, filled through the front door: channels of every state, tokens of every status, and calls that were
// really made. Only people of lower roles (there is no registration yet) and the hours of the calls are written past the door.

import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Token } from '@waystation/contract/people/token'
import { role as roles, tokenStatus } from '@waystation/contract/site/status-table'
import { request } from 'undici'
import { openPasswords } from '../../server/src/domain/user/password.ts'
import { createUser } from '../../server/src/domain/user/user-store.ts'
import { type ConsoleClient, logIn, ROOT } from '../../server/src/testing/console-client.ts'
import { openTestDatabase } from '../../server/src/testing/databases/databases.ts'
import { type FakeProvider, openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { scenario, step } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { aboveBuiltIn } from '../../server/src/testing/price-options.ts'
import { spreadBooks } from './filling-books.ts'
import {
  calls,
  channels,
  explainedCall,
  messages,
  models,
  type PlannedCall,
  prices,
  ROUNDS,
  refusedCalls,
  SHAKY_MODELS,
  tokens,
} from './filling-lists.ts'
import { fillMoney } from './filling-money.ts'
import { fillTasks } from './filling-tasks.ts'
import { spreadUsage } from './filling-usage.ts'
import { addUsers } from './filling-users.ts'
import type { ConsoleServer } from './server.ts'

/** Who can be logged in. */
export type Member = 'user' | 'admin' | 'root'

/** What somebody sees: the ids that pages open. */
export interface MemberFacts {
  readonly client: ConsoleClient
  readonly username: string
  readonly password: string
  readonly tokenId: number
  /** Of that token, which has no limit. */
  readonly key: string
}

export interface Facts {
  readonly members: Readonly<Record<Member, MemberFacts>>
  readonly channelId: number
  /** Of a message that everybody received. */
  readonly messageId: number
  readonly provider: FakeProvider
  close(): Promise<void>
}

const PASSWORD = 'correct horse 9'
const CREDIT = 50_000_000
/** How long each channel's vendor takes to answer a test; 0: not tested. */
const TEST_WAITS_MS = [310, 0, 820, 0, 0, 240, 1450, 3300, 560]
const TEST_ANSWER = {
  id: 'chatcmpl-test',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi! How can I help?' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 8, completion_tokens: 6, total_tokens: 14 },
}
const PARALLEL_CALLS = 24
const HOUR = 3600
/** Shuffles the calls the same way each time; prime, so that none is left out. */
const STRIDE = 53
/** The newest calls were made a moment ago, the first so long before. */
const CALLS_SPAN_SECONDS = 9 * HOUR

/**
 * Fills an empty server that is set up. Close the facts before the server.
 * @param isLivedIn false: nobody has called, paid or redeemed anything yet, which is quicker
 */
export async function fillServer(server: ConsoleServer, { isLivedIn = true } = {}): Promise<Facts> {
  const root = server.root()
  const good = await openFakeProvider({ models })
  const shaky = await openFakeProvider({ models })
  const broke = await openFakeProvider({ models })
  for (const model of SHAKY_MODELS) shaky.script(model, scenario.refuse(503, 'The server is overloaded, please try again later'))
  const usedUp = {
    message: 'You exceeded your current quota, please check your plan',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }
  for (const model of models) broke.script(model, scenario.reply(429, { error: usedUp }))

  for (const [key, value] of Object.entries({ ...prices, AutomaticDisableChannelEnabled: 'true' }))
    await root.call('PUT', '/api/option/', { key, value: aboveBuiltIn(key, value) })
  const far = { good: good.url, shaky: shaky.url, broke: broke.url }
  const channelIds: number[] = []
  // The stand-in counts what the words of a call say, and not what it is sent.
  const setting = JSON.stringify({ hidden_prompt: true })
  for (const { at, ...draft } of channels) {
    const made = await root.call<{ id: number }>('POST', '/api/channel/', { key: 'far-key', base_url: far[at], setting, ...draft })
    channelIds.push(made.id)
  }

  await addPeople(server)
  let messageId = 0
  for (const message of messages)
    messageId = (await root.call<{ id: number }>('POST', '/api/admin/messages', { everyone: true, ...message })).id
  if (isLivedIn) await addUsers(root, server.databasePath, PASSWORD)
  const members = { root: await member(server, ROOT), admin: await member(server, people.admin), user: await member(server, people.user) }
  for (const [index, waitMs] of isLivedIn ? TEST_WAITS_MS.entries() : []) {
    if (channels[index]?.at === 'good') good.next([step.wait(waitMs), ...scenario.reply(200, TEST_ANSWER)])
    if (waitMs > 0) await root.ask('GET', `/api/channel/test/${channelIds[index]}`)
  }
  good.clear()
  if (isLivedIn) await makeCalls(server, members)
  if (isLivedIn) await fillMoney(server.url, root, members.user.client)
  for (const one of Object.values(members)) await disableSome(one.client)
  if (isLivedIn) await spreadCalls(server)
  const taskFiles = isLivedIn ? await fillTasks(server.databasePath, root, await idsOf(members)) : undefined
  return {
    members,
    channelId: channelIds[0] ?? 0,
    messageId,
    provider: good,
    async close() {
      for (const provider of [good, shaky, broke]) await provider.close()
      await taskFiles?.close()
    },
  }
}

const people = {
  user: { username: 'lin', displayName: '林小满', role: roles.ordinary, password: PASSWORD },
  admin: { username: 'maria', displayName: 'Maria Oberländer', role: roles.admin, password: PASSWORD },
}

const idsOf = (members: Facts['members']) =>
  Promise.all(Object.values(members).map(async ({ client }) => (await client.call<{ id: number }>('GET', '/api/user/self')).id))

async function addPeople(server: ConsoleServer): Promise<void> {
  const database = await openTestDatabase({ kind: 'sqlite', path: server.databasePath })
  try {
    const passwordHash = await (await openPasswords()).hash(PASSWORD)
    for (const { username, displayName, role } of Object.values(people)) {
      const draft = { username, displayName, passwordHash, role, group: 'default', email: `${username}@example.com`, language: '' }
      await database.run(createUser, { ...draft, quota: CREDIT, cause: 'fill' })
    }
  } finally {
    await database.close()
  }
}

async function member(server: ConsoleServer, { username, password }: { username: string; password: string }): Promise<MemberFacts> {
  const client = await logIn(server.url, { username, password })
  const made: Token[] = []
  for (const draft of tokens) made.push(await client.call<Token>('POST', '/api/token/', timed(draft)))
  return { client, username, password, tokenId: made[0]?.id ?? 0, key: `sk-${made[0]?.key}` }
}

/** Ends that are so many seconds away become times. */
function timed({ endsIn, ...draft }: (typeof tokens)[number]): object {
  return endsIn === undefined ? draft : { ...draft, expired_time: Math.floor(Date.now() / 1000) + endsIn }
}

interface CallToMake {
  readonly url: string
  readonly key: string
  readonly body: object
}

async function makeCalls(server: ConsoleServer, members: Facts['members']): Promise<void> {
  const list: CallToMake[] = []
  const last: CallToMake[] = []
  for (const [name, { client }] of Object.entries(members)) {
    const keys = await client.call<Token[]>('GET', '/api/token/?p=0&size=100')
    const of = ({ token, body, path }: PlannedCall): CallToMake => ({
      url: `${server.url}${path ?? '/v1/chat/completions'}`,
      key: keys.find((one) => one.name.startsWith(token))?.key ?? '',
      body,
    })
    for (let round = 0; round < ROUNDS[name as Member]; round++) list.push(...(round === 0 ? [...calls, ...refusedCalls] : calls).map(of))
    last.push(of(explainedCall))
  }
  const next = list.map((_, index) => list[(index * STRIDE) % list.length])[Symbol.iterator]()
  const worker = async () => {
    for (const call of next) if (call) await make(call)
  }
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, worker))
  for (const call of last) await make(call)
}

async function make({ url, key, body }: CallToMake): Promise<void> {
  const headers = { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' }
  const response = await request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.body.dump()
}

async function disableSome(client: ConsoleClient): Promise<void> {
  const list = await client.call<Token[]>('GET', '/api/token/?p=0&size=100')
  for (const { id } of list.filter(({ name }) => name.startsWith('old-')))
    await client.call('PUT', '/api/token/?status_only=true', { id, status: tokenStatus.disabled })
}

/** The calls were made within seconds; they are told as the day's, the more the later. */
async function spreadCalls({ databasePath }: ConsoleServer): Promise<void> {
  const database = new DatabaseSync(databasePath, { timeout: 60_000 })
  database.exec('pragma busy_timeout = 5000')
  const missing = database.prepare(
    'select (select count(*) from log where type = 2) - (select coalesce(sum(calls), 0) from usage_quarter) as calls',
  )
  // What was charged last is added to the sums of usage within a second: what is spread before would be added to once more.
  while (missing.get()?.calls !== 0) await sleep(50)
  const ids = database.prepare('select id from log order by id desc').all() as { id: number }[]
  const change = database.prepare('update log set created_at = ? where id = ?')
  const now = Math.floor(Date.now() / 1000)
  database.exec('begin immediate')
  for (const [index, { id }] of ids.entries()) change.run(now - 20 - Math.floor((index / ids.length) ** 1.6 * CALLS_SPAN_SECONDS), id)
  spreadUsage(database, now)
  spreadBooks(database, now)
  database.exec('commit')
  database.close()
}
