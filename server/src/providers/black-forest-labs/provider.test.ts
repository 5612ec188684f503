// Where tasks of Black Forest Labs are submitted and asked for, and with which key.
import { blackForestLabs as vendor } from '@waystation/contract/vendors/black-forest-labs'
import { pictureResult } from '@waystation/wire/tasks/picture-tasks'
import { describe, expect, test } from 'vitest'
import { providers } from '../registry.ts'

const provider = providers[vendor.id]
const channel = (baseUrl: string) => ({ baseUrl, key: 'the-key', organization: '', other: '', setting: {} })
const addressOf = (model: string, baseUrl = '') => {
  const call = { operation: 'images', dialect: 'openai-chat', model, requestedModel: model, isStream: false } as const
  return provider?.address({ ...call, clientHeaders: {}, settings: {} }, channel(baseUrl))
}

test.each(['', 'https://api.bfl.ai', 'https://api.bfl.ai/', 'https://api.bfl.ai/v1', 'https://api.bfl.ai/v1/'])(
  'at the address "%s" the model stands in the path, and the key in x-key',
  (baseUrl) => {
    const address = addressOf('flux-pro-1.1', baseUrl)
    expect([address?.url.href, address?.headers]).toEqual(['https://api.bfl.ai/v1/flux-pro-1.1', { 'x-key': 'the-key' }])
  },
)

test('no name of a model leads to another address', () => {
  expect(addressOf('../credits?x=1')?.url.href).toBe('https://api.bfl.ai/v1/..%2Fcredits%3Fx%3D1')
  for (const model of ['', '.', '..']) expect(() => addressOf(model)).toThrow(TypeError)
})

describe('a task is asked for', () => {
  const HERE = 'https://api.bfl.ai/v1/get_result?id=one'
  const askedAt = (pollUrl: string, baseUrl = '') => {
    const task = { id: 'one', status: 'QUEUED', pictures: [], pollUrl } as const
    const polled = { kind: 'image', vendorId: 'one', action: '', model: 'flux-2-pro', result: pictureResult([task], 1) }
    const [poll] = provider?.tasks?.polls([polled], channel(baseUrl)) ?? []
    expect(poll?.request).toMatchObject({ method: 'GET', headers: { 'x-key': 'the-key' } })
    return poll?.request.url.href
  }

  test.each([
    ['', 'https://api.eu4.bfl.ai/v1/get_result?id=one'],
    ['https://api.us.bfl.ai', 'https://api.us2.bfl.ai/v1/get_result?id=one'],
    ['https://relay.example/bfl', 'https://relay.example/elsewhere?id=one'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/get_result?id=one'],
  ])('by a channel at "%s" where the vendor says: %s', (baseUrl, place) => expect(askedAt(place, baseUrl)).toBe(place))

  test.each([
    'https://bfl.ai.thief.example/v1/get_result?id=one',
    'https://thiefbfl.ai/v1/get_result?id=one',
    'http://api.eu4.bfl.ai/v1/get_result?id=one',
    'https://169.254.169.254/latest',
    'no address',
  ])('at the usual place, and not at %s', (place) => expect(askedAt(place)).toBe(HERE))

  test('by a channel at another gateway there, whatever is named', () => {
    const usual = 'https://relay.example/v1/get_result?id=one'
    expect(askedAt('https://api.eu4.bfl.ai/v1/get_result?id=one', 'https://relay.example/v1')).toBe(usual)
  })
})
