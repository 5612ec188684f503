import { expect, test } from 'vitest'
import { channelType, channelTypes, modelsByChannelType } from './channel-type.ts'

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

test('what is ready is offered', () => {
  expect(channelTypes.filter(({ isReady }) => isReady).map(({ id }) => id)).toEqual([1, 8, 14, 24, 43])
  expect(channelTypes.filter(({ isReady, isHidden }) => isReady && isHidden)).toEqual([])
})

test('common addresses have no trailing slash', () => {
  const addresses = channelTypes.map(({ defaultBaseUrl }) => defaultBaseUrl).filter((address) => address !== '')
  expect(addresses.filter((address) => !/^https?:\/\/[^\s]+[^/]$/.test(address))).toEqual([])
})

test('models are listed once, for types there are', () => {
  for (const [id, models] of Object.entries(modelsByChannelType)) {
    expect(channelType(Number(id))).toBeDefined()
    expect(new Set(models).size).toBe(models.length)
  }
})
