// The list of voices: what a caller may name, of the models that this caller may call, and nothing of channels beyond that.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const models = ['tts-1', 'gpt-4o-mini-tts', 'gemini-3.8-flash-tts', 'reader', 'fake-chat', 'gpt-realtime']

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  await world.addChannel({ type: 1, models: 'tts-1,gpt-4o-mini-tts,fake-chat,gpt-realtime' })
  await world.addChannel({ type: 24, models: 'gemini-3.8-flash-tts' })
  await world.addChannel({
    ...{ type: 1065, models: 'reader', model_mapping: JSON.stringify({ reader: 'eleven_v3' }) },
    setting: JSON.stringify({ voices: { host: 'OwnVoice0123456789ab' } }),
  })
  await world.addChannel({ type: 24, models: 'gemini-hidden-tts', group: 'vip' })
})
afterAll(() => world.close())

interface Listed {
  readonly voices: readonly { readonly id: string; readonly name: string; readonly models: readonly string[] }[]
}

const ask = async (query = '', key = world.key) => {
  const answer = await fetch(`${world.url}/v1/audio/voices${query}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: answer.status, body: (await answer.json()) as Listed }
}
const idsOf = ({ body }: { body: Listed }) => body.voices.map(({ id }) => id)

test('each voice stands with the models that take it', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  const modelsOf = (voice: string) => body.voices.find(({ id }) => id === voice)?.models.toSorted()
  expect(modelsOf('alloy')).toEqual(['gemini-3.8-flash-tts', 'gpt-4o-mini-tts', 'gpt-realtime', 'reader', 'tts-1'])
  expect(modelsOf('marin')).toEqual(['gemini-3.8-flash-tts', 'gpt-4o-mini-tts', 'gpt-realtime', 'reader'])
  expect(modelsOf('Kore')).toEqual(['gemini-3.8-flash-tts'])
  expect(modelsOf('host')).toEqual(['reader'])
  expect(body.voices.every(({ id, name }) => id === name)).toBe(true)
  // Ids of the operator's voices are the operator's affair.
  expect(JSON.stringify(body)).not.toContain('OwnVoice')
  expect(JSON.stringify(body)).not.toContain('gemini-hidden-tts')
})

test('one model may be named', async () => {
  expect(idsOf(await ask('?model=tts-1'))).toEqual(['alloy', 'ash', 'coral', 'echo', 'fable', 'onyx', 'nova', 'sage', 'shimmer'])
  expect(idsOf(await ask('?model=fake-chat'))).toEqual([])
  expect(await ask('?model=gemini-hidden-tts')).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } })
})

test('a key that may call one model only sees the voices of that one', async () => {
  const created = await world.console.call('POST', '/api/token/', {
    ...{ name: 'narrow', unlimited_quota: true, expired_time: -1, remain_quota: 0 },
    ...{ model_limits_enabled: true, model_limits: 'tts-1' },
  })
  const { body } = await ask('', `sk-${String((created as { key?: string }).key)}`)
  expect(body.voices.flatMap((voice) => voice.models).every((model) => model === 'tts-1')).toBe(true)
  expect(body.voices).toHaveLength(9)
})

test('nobody without a key sees any', async () => {
  expect((await ask('', 'sk-wrong')).status).toBe(401)
})
