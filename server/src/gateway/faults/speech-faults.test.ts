// Sound that is cut off, by its vendor or by its client, and vendors that answer with something else. Ratio 1: a character is a unit.
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    channel: { type: 1, models: 'tts-1,tts-long' },
    ratios: { 'tts-1': 1, 'tts-long': 1 },
    options: { 'general_setting.ping_interval_enabled': 'true', 'general_setting.ping_interval_seconds': '1' },
  })
})
afterAll(() => world.close())

const speak = (input: string, model = 'tts-1') =>
  request(`${world.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, voice: 'alloy', input }),
  })
const spent = async (make: () => Promise<unknown>) => {
  const before = await world.balance()
  const made = await make()
  await world.books()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}

test('a client that leaves in the middle stops the vendor, and pays for the text that it had spoken', async () => {
  const input = '#chunks:50x40ms #call:left'
  const { charge, row } = await spent(async () => {
    const { body } = await speak(input)
    await new Promise((resolve) => body.once('data', resolve))
    body.on('error', () => {})
    body.destroy()
  })
  expect(charge).toBe(input.length)
  expect(row.facts).toMatchObject({ end_reason: 'client_gone', after_leaving: 'cancelled', characters: input.length })
  const [bill] = world.provider.bills.get('left') ?? []
  expect(bill?.state).toBe('aborted')
  expect(bill!.sentPieces).toBeLessThan(bill!.allPieces)
})

test('a vendor that breaks off cuts the client off too, so that a part is not taken for the whole', async () => {
  const input = '#chunks:5x10ms #cut:2'
  const { made, row, charge } = await spent(async () => (await speak(input)).body.text().catch((error: Error) => error))
  expect(made).toBeInstanceOf(Error)
  expect(row.facts.end_reason).toBe('upstream_truncated')
  expect(charge).toBe(input.length)
})

test('a vendor that fails before its first byte is followed by another, and by a refund where there is none', async () => {
  const alone = await spent(async () => (await speak('#refuse:500x9 #call:alone')).statusCode)
  expect([alone.made, alone.charge]).toEqual([500, 0])
  const spare = await world.addChannel({ type: 1, models: 'tts-1' })
  const input = '#refuse:500x1 #call:two'
  const two = await spent(async () => (await speak(input)).body.dump().then(() => 'whole'))
  expect([two.made, two.charge]).toEqual(['whole', input.length])
  expect(two.row.facts.admin_info?.use_channel).toHaveLength(2)
  await world.console.call('DELETE', `/api/channel/${spare}`)
})

test.each([
  ['JSON', [step.head(200, { 'content-type': 'application/json' }), step.text('{"error":{"message":"no voice"}}'), step.end()]],
  ['a page', [step.head(200, { 'content-type': 'text/html' }), step.text('<html></html>'), step.end()]],
  ['nothing', [step.head(200, { 'content-type': 'audio/mpeg' }), step.end()]],
])('%s with a good status is no recording, and costs nothing', async (_, steps) => {
  world.provider.next(steps, 3)
  const { made, charge } = await spent(async () => (await speak('abc')).statusCode)
  world.provider.clear()
  expect(made).toBe(502)
  expect(charge).toBe(0)
})

test('a slow client is not run over: what it does not take is not read of the vendor', async () => {
  const input = 'x'.repeat(400_000)
  const { body } = await speak(input, 'tts-long')
  await new Promise((resolve) => body.once('readable', resolve))
  // What the gateway and the kernel take on their own is taken when two looks find the same.
  const sentPieces = () => world.provider.requests.at(-1)?.bill?.sentPieces ?? 0
  let before = -1
  await expect
    .poll(
      () => {
        const isSame = sentPieces() === before
        before = sentPieces()
        return isSame
      },
      { interval: 200 },
    )
    .toBe(true)
  const bytesBefore = process.memoryUsage().arrayBuffers
  expect(world.provider.requests.at(-1)?.endedAtMs).toBeUndefined()
  expect(bytesBefore).toBeLessThan(400_000_000)
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  expect(bytes).toBe(input.length * 64)
})

test('after all this the books add up', async () => {
  expect(await world.books()).toMatchObject({ differences: [], openHolds: 0 })
})
