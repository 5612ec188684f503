import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compatibleVendors } from '../vendors/compatible-vendors.ts'
import * as ready from '../vendors/ready.ts'
import { channelType, channelTypes, isKnownDialect, modelsByChannelType, needsAddress, reportsBalance } from './channel-type.ts'

test('the numbers of channel types are those of stored data', () => {
  const ids = channelTypes.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  const neverGiven = [28, 29, 30, 32]
  const ofTheFamily = Array.from({ length: 63 }, (_, index) => index + 1).filter((id) => !neverGiven.includes(id))
  expect(ids.filter((id) => id <= 1000)).toEqual(ofTheFamily)
  expect([1, 3, 8, 14, 24, 36, 41, 43].map((id) => channelType(id).name)).toEqual([
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

test('a number that no list has counts as an address of the operator’s own', () => {
  expect([0, 28, 999, 100_000].map((id) => channelType(id).name)).toEqual(Array(4).fill('Custom'))
})

test('every file of a vendor is in the list of those that are ready', () => {
  const others = ['ready.ts', 'unbuilt.ts', 'vendor.ts', 'compatible-vendors.ts']
  const folder = new URL('../vendors/', import.meta.url)
  const files = readdirSync(folder).filter((name) => !others.includes(name))
  const list = readFileSync(new URL('ready.ts', folder), 'utf8')
  expect(files.filter((name) => !list.includes(`'./${name}'`))).toEqual([])
  const exported = files.flatMap(
    (name) => readFileSync(new URL(name, folder), 'utf8').match(/(?<=^export const )\w+(?= = vendor\()/gm) ?? [],
  )
  expect(Object.keys(ready).toSorted()).toEqual(exported.toSorted())
})

test('what is ready is offered', () => {
  const built = [...Object.values(ready), ...compatibleVendors].map(({ id }) => id)
  expect(channelTypes.filter(({ isReady }) => isReady).map(({ id }) => id)).toEqual(built.toSorted((a, b) => a - b))
  // Early relays, an older API whose server takes its keys for the newer one, and a second number for addresses of one's own.
  expect(channelTypes.filter(({ isReady, isHidden }) => isReady && isHidden).map(({ id }) => id)).toEqual([6, 7, 9, 10, 12, 13, 16, 58])
  expect(channelTypes.filter(({ ended, isReady, isHidden }) => ended && (isReady || !isHidden))).toEqual([])
})

test('common addresses have no trailing slash', () => {
  const addresses = channelTypes.map(({ baseUrl }) => baseUrl).filter((address) => address !== '')
  expect(addresses.filter((address) => !/^https?:\/\/[^\s]+[^/]$/.test(address))).toEqual([])
})

test('models are listed once, for types there are', () => {
  expect(Object.keys(modelsByChannelType)).toEqual(channelTypes.filter(({ models }) => models.length > 0).map(({ id }) => String(id)))
  for (const { name, models, smallModel, unpriced = [] } of channelTypes) {
    expect(new Set(models).size, name).toBe(models.length)
    expect(
      [...unpriced, ...(smallModel === undefined ? [] : [smallModel])].filter((model) => !models.includes(model)),
      name,
    ).toEqual([])
  }
})

test('an address must be given where there is no common one', () => {
  expect([8, 47, 999, 1].map(needsAddress)).toEqual([true, true, true, false])
})

test('what stands in place of an address is an address, or a word for addresses of one host in dialects there are', () => {
  const presets = channelTypes.flatMap(({ presets = [] }) => presets)
  expect(presets.length).toBeGreaterThan(20)
  for (const { address, at } of presets) {
    if (!at) {
      expect(address).toMatch(/^https:\/\/[\w.-]+(\/\w+)*$/)
      continue
    }
    expect(address).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(
      Object.keys(at).filter((dialect) => !isKnownDialect(dialect)),
      address,
    ).toEqual([])
    expect(new Set(Object.values(at).map((each) => new URL(each).origin)).size, address).toBe(1)
    expect(
      Object.values(at).filter((each) => /\/$|^http:/.test(each)),
      address,
    ).toEqual([])
  }
  for (const { name, presets: own = [] } of channelTypes) expect(new Set(own.map(({ address }) => address)).size, name).toBe(own.length)
})

test('OpenAI reports no balance to a key, but a relay of its type may', () => {
  expect(['', 'https://api.openai.com/v1', 'https://relay.example'].map((address) => reportsBalance(1, address))).toEqual([
    false,
    false,
    true,
  ])
  expect([8, 43, 999, 14].map((id) => reportsBalance(id, ''))).toEqual([true, true, true, false])
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
