// Wire and contract know nothing of each other, so each has its own type of usage. A bucket that only one of them had would be read and never
// paid, or priced and never filled.

import { noUsage } from '@waystation/contract/calls/usage'
import { priceBuckets } from '@waystation/contract/prices/price-buckets'
import { clientDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/losses/loss'
import { inputTokensOf, noTokens, outputTokensOf, type WireUsage } from '@waystation/wire/chat/reply/usage'
import { expect, test } from 'vitest'

/** What no dialect reports: the gateway counts it. */
const countedByGateway = ['seconds', 'calls']
/** What a dialect reports beside numbers of tokens. */
const besideTokens = ['raw', 'uses', 'tiers']

const usage: WireUsage = { ...noTokens, freshInput: 5, cacheRead: 4, cacheWrite: 3, cacheWriteLong: 2, output: 9, reasoning: 1, raw: {} }

test('wire and contract have the same buckets, and all input and all output are of the same ones', () => {
  expect(Object.keys(noTokens).toSorted()).toEqual(
    [...priceBuckets.flatMap(({ name, part }) => [name, part?.name ?? []].flat())].toSorted(),
  )
  for (const { name, partOf } of priceBuckets) {
    const one: WireUsage = { ...noTokens, [name]: 1, raw: {} }
    // Tokens that are kept were input before.
    const sides = { input: [1, 0], output: [0, 1], storage: [0, 0] }
    expect([name, inputTokensOf(one), outputTokensOf(one)]).toEqual([name, ...sides[partOf]])
  }
})

test.each(Object.entries(clientDialects))('%s reports usage in the buckets that have prices, and in all of them', (_, dialect) => {
  const writer = dialect.replyWriter({ stream: false, streamUsage: true }, lossList())
  writer.push({ kind: 'reply-started', id: 'r', model: 'm' })
  writer.push({ kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: 'Hello' } })
  writer.push({ kind: 'part-ended', choice: 0, part: 0 })
  writer.push({ kind: 'choice-ended', choice: 0, reason: 'stop' })
  writer.push({ kind: 'usage-known', usage })
  const reader = dialect.replyReader({ stream: false })
  const events = writer.end().flatMap((frame) => reader.push(frame))
  const reported = events.flatMap((event) => (event.kind === 'usage-known' ? [event.usage] : []))

  expect(reported).toHaveLength(1)
  const buckets = Object.keys(reported[0] ?? {}).filter((key) => !besideTokens.includes(key))
  const priced = Object.keys(noUsage).filter((key) => !countedByGateway.includes(key))
  expect(buckets.toSorted()).toEqual(priced.toSorted())
})
