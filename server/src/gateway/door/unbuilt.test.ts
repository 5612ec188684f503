import { AppError } from '@waystation/contract/errors'
import fastify, { type HTTPMethods } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { optionsWith, tokenCaller } from '../testing/step-parts.ts'
import { mountUnbuilt } from './unbuilt.ts'

const { user, token } = tokenCaller()
const gateway: Parameters<typeof mountUnbuilt>[1] = {
  clock: systemClock,
  options: optionsWith(),
  tokens: { find: (key) => (key === 'good' && token ? { user, token } : undefined) },
  clientAddress: () => ({ ip: '127.0.0.1', isDoubtful: false }),
}
const app = fastify()
app.setErrorHandler((error, request, reply) => {
  const { code, facts } = error instanceof AppError ? error : { code: String(error), facts: {} }
  return reply.send({ code, facts, dialect: request.routeOptions.config.dialect })
})

beforeAll(async () => {
  mountUnbuilt(app, gateway)
  await app.ready()
})
afterAll(() => app.close())

const asked = async (method: HTTPMethods, url: string, key: string) =>
  (await app.inject({ method: method as 'GET', url, headers: { authorization: `Bearer sk-${key}` } })).json()

test.each<[method: HTTPMethods, path: string]>([
  ['POST', '/v1/edits'],
  ['POST', '/v1/realtime/calls'],
  ['POST', '/v1/uploads/upload_1/parts'],
  ['DELETE', '/v1/models/m'],
  ['POST', '/v1/fine_tuning/jobs'],
  ['GET', '/v1/fine-tunes/ft-1'],
  ['POST', '/hf/v1/models/m'],
])('%s %s is known and not served', async (method, path) => {
  expect(await asked(method, `${path}?q=secret`, 'good')).toEqual({
    code: 'api_not_implemented',
    facts: { method, path },
    dialect: 'openai-chat',
  })
})

test('who has no good key hears of that, and not what is served', async () => {
  expect(await asked('POST', '/v1/edits', 'bad')).toMatchObject({ code: 'invalid_token' })
})

test('a long address is told in short', async () => {
  const { facts } = await asked('GET', `/v1/uploads/${'x'.repeat(300)}`, 'good')
  expect(facts.path).toHaveLength(200)
})
