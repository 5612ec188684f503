// Which channel answered, for those who may know, and what a whole answer cost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let payers: Payers
let payer: Payer
beforeAll(async () => {
  world = await openWorld()
  payers = await openPayers(world)
  payer = await payers.add(5_000_000)
}, 180_000)
afterAll(async () => {
  await payers.database.close()
  await world.close()
})

const ask = (key: string, stream: boolean, more: Record<string, string> = {}) =>
  world.post(
    '/v1/chat/completions',
    { model: 'fake-chat', messages: [{ role: 'user', content: '#in:1000 #out:500' }], stream },
    { authorization: `Bearer ${key}`, ...more },
  )
const channelId = async () => String((await world.console.call<{ id: number }[]>('GET', '/api/channel/?p=0'))[0]?.id)

test('admins read the channel of whole answers and of streams, others do not', async () => {
  const id = await channelId()
  for (const stream of [false, true]) {
    expect((await ask(world.key, stream)).headers['x-waystation-channel']).toBe(id)
    expect((await ask(payer.key, stream)).headers).not.toHaveProperty('x-waystation-channel')
  }
})

test('with the option all do', async () => {
  await world.setOption('relay.channel_header', 'true')
  for (const stream of [false, true]) expect((await ask(payer.key, stream)).headers['x-waystation-channel']).toBe(await channelId())
  await world.setOption('relay.channel_header', 'false')
})

test('a whole answer has what it cost in dollars, which is what the balance lost; a stream has none', async () => {
  const before = await payer.balance()
  const { headers, status } = await ask(payer.key, false)
  expect(status).toBe(200)
  const units = before - (await payer.balance())
  expect(units).toBeGreaterThan(0)
  expect(Number(headers['x-waystation-cost'])).toBe(units / 500_000)
  expect(headers['x-waystation-cost']).toMatch(/^\d+\.\d+$/)
  expect((await ask(payer.key, true)).headers).not.toHaveProperty('x-waystation-cost')
})

test('a page of another origin may read both', async () => {
  const { headers } = await ask(payer.key, false, { origin: 'https://page.example' })
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['x-waystation-channel', 'x-waystation-cost']))
})
