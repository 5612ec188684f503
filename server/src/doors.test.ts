// What the server's own doors give away to strangers.
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from './gateway/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

// security 19
describe('figures without a token of their own', () => {
  const metrics = async (headers: Record<string, string>) => {
    const response = await request(`${world.url}/metrics`, { headers })
    return { status: response.statusCode, text: await response.body.text() }
  }

  test('this machine reads them', async () => {
    const { status, text } = await metrics({ 'user-agent': 'prometheus', accept: '*/*' })
    expect(status).toBe(200)
    expect(text).toContain('waystation_')
  })

  test.each([
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'example.com'],
    ['x-forwarded-proto', 'https'],
    ['X-Forwarded-Port', '443'],
    ['forwarded', 'for=203.0.113.9'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.9'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['cf-ray', '1'],
    ['true-client-ip', '203.0.113.9'],
    ['x-amzn-trace-id', 'Root=1'],
  ])('a request that a proxy passed on with %s is not local', async (name, value) => {
    expect(await metrics({ [name]: value })).toEqual({ status: 404, text: '' })
  })
})

// security 21
describe('asking beforehand from a page of another origin', () => {
  const ask = async (path: string) => {
    const response = await request(world.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'waystation-user',
      },
    })
    await response.body.dump()
    return { status: response.statusCode, origin: response.headers['access-control-allow-origin'] }
  }

  test.each(['/api/user/self', '/api/option/', '/api/', '/api', '/api/nobody/knows', '/', '/app/tokens', '/metrics', '/readyz'])(
    '%s answers no other origin',
    async (path) => {
      const { status, origin } = await ask(path)
      expect(origin).toBeUndefined()
      expect(status).toBeGreaterThanOrEqual(400)
    },
  )

  test.each([
    '/v1/chat/completions',
    '/v1/messages',
    '/v1/models',
    '/v1/responses/resp_1',
    '/v1beta/models/gemini:generateContent',
    '/v1/new',
  ])('%s answers every origin', async (path) => {
    expect(await ask(path)).toEqual({ status: 204, origin: '*' })
  })
})
