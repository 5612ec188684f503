import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as ready from '../vendors/ready.ts'
import { channelType, channelTypes, isKnownDialect, modelsByChannelType, needsAddress, reportsBalance } from './channel-type.ts'

test('the numbers of channel types are those of stored data', () => {
  const ids = channelTypes.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  expect(ids).toHaveLength(44)
  expect([28, 29, 30, 32, 0, 49].map(channelType)).toEqual(Array(6).fill(undefined))
  expect([1, 3, 8, 14, 24, 36, 41, 43].map((id) => channelType(id)?.name)).toEqual([
    'OpenAI',
    'Azure OpenAI',
    'Custom',
    'Anthropic Claude',
    'Google Gemini',
    'Suno',
    'Vertex AI',
    'DeepSeek',
  ])
})

test('every file of a vendor is in the list of those that are ready', () => {
  const others = ['ready.ts', 'unbuilt.ts', 'vendor.ts']
  const files = readdirSync(new URL('../vendors', import.meta.url)).filter((name) => !others.includes(name))
  const kebab = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
  expect(Object.keys(ready).map(kebab).toSorted()).toEqual(files.toSorted())
})

test('what is ready is offered', () => {
  expect(channelTypes.filter(({ isReady }) => isReady).map(({ id }) => id)).toEqual(
    Object.values(ready)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  )
  // A type of an older API, whose server takes its keys for the newer one.
  expect(channelTypes.filter(({ isReady, isHidden }) => isReady && isHidden).map(({ id }) => id)).toEqual([16])
  expect(channelTypes.filter(({ ended, isReady, isHidden }) => ended && (isReady || !isHidden))).toEqual([])
})

test('common addresses have no trailing slash', () => {
  const addresses = channelTypes.map(({ baseUrl }) => baseUrl).filter((address) => address !== '')
  expect(addresses.filter((address) => !/^https?:\/\/[^\s]+[^/]$/.test(address))).toEqual([])
})

test('models are listed once, for types there are', () => {
  for (const [id, models] of Object.entries(modelsByChannelType)) {
    expect(channelType(Number(id))).toBeDefined()
    expect(new Set(models).size).toBe(models.length)
  }
  const named = channelTypes.filter(({ smallModel }) => smallModel !== undefined)
  expect(named.filter(({ models, smallModel = '' }) => !models.includes(smallModel))).toEqual([])
})

test('an address must be given where there is no common one', () => {
  expect([8, 47, 1, 999].map(needsAddress)).toEqual([true, true, false, false])
})

test('OpenAI reports no balance to a key, but a relay of its type may', () => {
  expect(['', 'https://api.openai.com/v1', 'https://relay.example'].map((address) => reportsBalance(1, address))).toEqual([
    false,
    false,
    true,
  ])
  expect([8, 43, 14, 999].map((id) => reportsBalance(id, ''))).toEqual([true, true, false, false])
})

test('what vendors speak may be named in a setting, and nothing else', () => {
  expect(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate', 'klingon', ''].map(isKnownDialect)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
