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

test('a CDN that shows its secret states the address of the caller, whoever connects; without it, or with another, it does not', async () => {
  const secret = 'a-secret-of-the-cdn-01'
  await world.setOption('ReverseProxyEnabled', 'false')
  await world.setOption('proxy.secret_header', 'x-cdn-secret')
  await world.setOption('proxy.secret', secret)
  await world.setOption('proxy.address_header', 'x-cdn-caller')
  const token = await world.addToken({ allow_ips: '203.0.113.77' })
  const status = async (headers: Record<string, string>) => {
    const reply = await request(`${world.url}/v1/models`, { headers: { ...headers, authorization: `Bearer sk-${token.key}` } })
    await reply.body.dump()
    return reply.statusCode
  }
  const caller = { 'x-cdn-caller': '198.51.100.1, 203.0.113.77' }
  expect(await status({ ...caller, 'x-cdn-secret': secret })).toBe(200)
  expect(await status({ 'x-cdn-caller': '203.0.113.78', 'x-cdn-secret': secret })).toBe(403)
  expect(await status(caller)).toBe(403)
  expect(await status({ ...caller, 'x-cdn-secret': 'a-secret-of-the-cdn-02' })).toBe(403)
  expect(await status({ 'x-cdn-caller': 'nobody', 'x-cdn-secret': secret })).toBe(403)
  await world.setOption('proxy.secret', 'short')
  expect(await status({ ...caller, 'x-cdn-secret': 'short' })).toBe(403)
})
