import { randomNumbers } from '@waystation/wire/testing/draws/random'
import { expect, test } from 'vitest'
import { isInNetworks } from './client-ip.ts'
import { readNetworks } from './networks.ts'

const random = randomNumbers(26_11_2026)
const byte = () => random.below(256)
const ipv4 = () => [10, random.below(3), byte(), byte()].join('.')
const ipv6 = () => `2001:db8:${random.below(3).toString(16)}::${random.below(65_536).toString(16)}`
const address = () => (random.below(2) === 0 ? ipv4() : ipv6())

function line(): string {
  const one = address()
  if (random.below(3) === 0) return one
  return `${one}/${random.below(one.includes(':') ? 129 : 33)}`
}

test('an address is in a list where one of its lines has it, in whatever spelling', async () => {
  for (let times = 0; times < 300; times++) {
    const lines = Array.from({ length: 1 + random.below(4) }, line)
    const networks = await readNetworks(lines)
    for (let tries = 0; tries < 20; tries++) {
      const asked = address()
      expect(networks.has(asked), `${asked} in ${lines.join(' ')}`).toBe(isInNetworks(asked, lines))
    }
    expect(networks.isEmpty).toBe(false)
  }
})

test.each([
  ['::ffff:10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '::ffff:10.1.2.3', true],
  ['2001:DB8::1', '2001:0db8:0::1', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['not an address', '10.0.0.0/8', false],
])('%s asked of %s: %s', async (asked, listed, expected) => {
  expect((await readNetworks([listed])).has(asked)).toBe(expected)
})

test('lines that are neither are left out, and a list of nothing else lets nobody in', async () => {
  const networks = await readNetworks(['nonsense', '10.0.0.0/99'])
  expect(networks.isEmpty).toBe(false)
  expect(networks.has('10.0.0.1')).toBe(false)
  expect((await readNetworks([])).isEmpty).toBe(true)
})

test('a lookup takes no more steps in a long list than in a short one, and reading it lets others have their turn', async () => {
  const long = Array.from({ length: 58_000 }, (_, at) => `10.${at >> 8}.${at & 255}.0/24`)
  let turns = 0
  let isRead = false
  const others = (async () => {
    while (!isRead) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      turns += 1
    }
  })()
  const networks = await readNetworks(long)
  isRead = true
  await others
  expect(turns).toBeGreaterThan(100)

  const lookups = (asked: { has(address: string): boolean }) => {
    const begun = process.cpuUsage().user
    for (let times = 0; times < 20_000; times++) asked.has('192.0.2.1')
    return process.cpuUsage().user - begun
  }
  const short = await readNetworks(['10.0.0.0/24'])
  lookups(short)
  expect(lookups(networks)).toBeLessThan(20 * lookups(short))
})
