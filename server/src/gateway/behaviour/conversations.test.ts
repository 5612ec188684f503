// Conversations stay at the channel and key that answered them last, so that the vendor's prompt cache is warm: a preference, never a pin.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeProvider, openFakeProvider } from '../../testing/fakes/fake-provider.ts'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
const vendors: FakeProvider[] = []
let ids: number[] = []

beforeAll(async () => {
  for (let n = 0; n < 3; n++) vendors.push(await openFakeProvider())
  const options = { 'relay.conversation_affinity': 'true', 'relay.failures_before_rest': '5' }
  world = await openWorld({ channel: null, ratios: { 'fake-chat': 1, 'fake-small': 1 }, options })
})
afterAll(async () => {
  await world.close()
  await Promise.all(vendors.map((vendor) => vendor.close()))
})
beforeEach(async () => {
  ids = []
  for (const [n, vendor] of vendors.entries()) {
    vendor.clear()
    const models = 'fake-chat,fake-small'
    ids.push(await world.addChannel({ name: `vendor-${n}`, models, base_url: vendor.url, key: `key-${n}-a\nkey-${n}-b` }))
  }
})
afterEach(async () => {
  for (const id of ids) await world.console.call('DELETE', `/api/channel/${id}/`)
})

/** One turn of a conversation, with all turns before it, by a client of some kind. */
type Client = (conversation: string, turn: number, model?: string) => Promise<{ status: number }>

const turnsOf = (conversation: string, turn: number) =>
  Array.from({ length: turn * 2 + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at === 0 ? `You know me. ${conversation}` : `turn ${at}`,
  }))

const plain: Client = (conversation, turn, model = 'fake-chat') =>
  world.post('/v1/chat/completions', { model, messages: [{ role: 'system', content: 'Be brief.' }, ...turnsOf(conversation, turn)] })

const claudeCode: Client = (conversation, turn, model = 'fake-chat') =>
  world.post('/v1/messages', {
    ...{ model, max_tokens: 100, messages: turnsOf(`the same for all ${turn}`, turn) },
    metadata: { user_id: JSON.stringify({ device_id: 'd', account_uuid: '', session_id: conversation }) },
  })

const codex: Client = (conversation, turn, model = 'fake-chat') => {
  const input = turnsOf(`the same for all ${turn}`, turn)
  return world.post('/v1/responses', { model, input, store: false }, { session_id: conversation, authorization: `Bearer ${world.key}` })
}

/** Where each call went: the vendor and the key. */
const placesOf = () => vendors.flatMap((vendor, n) => vendor.requests.map(({ headers }) => `${n} ${headers.authorization}`))
const forget = () => {
  for (const vendor of vendors) vendor.clear()
}
/** The vendor that answers a conversation. */
async function homeOf(conversation: string): Promise<number> {
  forget()
  await plain(conversation, 0)
  return vendors.findIndex(({ requests }) => requests.length > 0)
}

test.each([
  ['a plain client', plain],
  ['Claude Code', claudeCode],
  ['Codex', codex],
])('%s: every turn goes to the channel and key of the one before it, and conversations are spread', async (_, client) => {
  const homes = new Set<string>()
  for (let conversation = 0; conversation < 12; conversation++) {
    forget()
    for (let turn = 0; turn < 4; turn++) expect((await client(`conversation ${conversation}`, turn)).status).toBe(200)
    const places = placesOf()
    expect(places).toHaveLength(4)
    expect(new Set(places).size).toBe(1)
    homes.add(places[0] ?? '')
  }
  expect(homes.size).toBeGreaterThan(2)
})

test('other models of the same session go along', async () => {
  for (let conversation = 0; conversation < 6; conversation++) {
    forget()
    await claudeCode(`session ${conversation}`, 0)
    await claudeCode(`session ${conversation}`, 0, 'fake-small')
    await claudeCode(`session ${conversation}`, 1)
    expect(new Set(placesOf()).size).toBe(1)
  }
})

test('a conversation whose channel fails goes elsewhere within the call, and stays there', async () => {
  const home = await homeOf('moves')
  vendors[home]?.next(scenario.refuse(500))
  expect((await plain('moves', 1)).status).toBe(200)
  const next = vendors.findIndex(({ requests }, n) => n !== home && requests.length > 0)
  forget()
  for (let turn = 2; turn < 6; turn++) await plain('moves', turn)
  expect(vendors.map(({ requests }) => requests.length)).toEqual([0, 1, 2].map((n) => (n === next ? 4 : 0)))
})

test('a channel that is disabled is left at once, and so is one that was edited', async () => {
  const home = await homeOf('left')
  await world.console.call('PUT', '/api/channel/', { id: ids[home], status: 2 })
  forget()
  for (let turn = 1; turn < 4; turn++) expect((await plain('left', turn)).status).toBe(200)
  expect(vendors[home]?.requests).toEqual([])

  let moved = 0
  for (let n = 0; n < 20; n++) {
    const before = await homeOf(`edited ${n}`)
    await world.console.call('PUT', '/api/channel/', { id: ids[before], name: `edited ${n}` })
    forget()
    await plain(`edited ${n}`, 1)
    if (vendors[before]?.requests.length === 0) moved++
  }
  expect(moved).toBeGreaterThan(0)
})

test('where it is switched off, each call is drawn anew', async () => {
  await world.setOption('relay.conversation_affinity', 'false')
  forget()
  for (let turn = 0; turn < 30; turn++) await plain('wanders', turn % 5)
  expect(new Set(placesOf()).size).toBeGreaterThan(2)
  await world.setOption('relay.conversation_affinity', 'true')
})
