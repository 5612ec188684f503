// What the super admin is told of a proxy that the settings do not fit.
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from './gateway/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const signs = () => world.console.call<{ undeclared: unknown; contradiction: unknown }>('GET', '/api/option/proxy')
const ask = async (headers: Record<string, string>) => {
  const reply = await request(`${world.url}/v1/models`, { headers: { ...headers, authorization: `Bearer ${world.key}` } })
  await reply.body.dump()
}

test('a proxy that is not declared is seen by its headers, until it is', async () => {
  expect(await signs()).toEqual({ undeclared: null, contradiction: null })
  await ask({ 'x-forwarded-for': '203.0.113.9' })
  expect(await signs()).toEqual({
    undeclared: { peer: '127.0.0.1', header: 'x-forwarded-for', value: '203.0.113.9' },
    contradiction: null,
  })
  await world.setOption('ReverseProxyEnabled', 'true')
  expect(await signs()).toEqual({ undeclared: null, contradiction: null })
})

test('headers that contradict each other are shown as they came', async () => {
  await ask({ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
  expect(await signs()).toMatchObject({ contradiction: null })
  await ask({ 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '198.51.100.7' })
  expect(await signs()).toEqual({
    undeclared: null,
    contradiction: { peer: '127.0.0.1', real_ip: '198.51.100.7', forwarded_for: '203.0.113.9' },
  })
})
