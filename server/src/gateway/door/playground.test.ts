// Sound of the playground: the session pays, in the group that is named, and the vendor gets none of our own fields.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ ratios: { 'tts-1': 7.5, 'whisper-1': 15 } })
  await world.addChannel({ models: 'tts-1,whisper-1' })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})

async function ask(path: string, body: string | FormData) {
  const { cookie, userId } = world.console
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
  const headers = { cookie, 'waystation-user': String(userId), ...type }
  const answer = await fetch(`${world.url}/pg/${path}`, { method: 'POST', headers, body })
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a text is spoken', async () => {
  const before = await world.balance()
  const body = { model: 'tts-1', input: 'Good morning', voice: 'alloy', response_format: 'wav' }
  const answer = await ask('audio/speech', JSON.stringify({ ...body, group: 'default' }))
  expect(answer).toMatchObject({ status: 200, type: 'audio/wav' })
  expect(answer.bytes.length).toBeGreaterThan(100)
  expect(world.provider.requests.at(-1)?.body).toEqual(body)
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ token_name: 'playground-default', model_name: 'tts-1' })
  expect(before - (await world.balance())).toBe(row?.quota)
  expect(await ask('audio/speech', JSON.stringify({ ...body, group: 'vip-only' }))).toMatchObject({ status: 403 })
})

function recording(group: string): FormData {
  const form = new FormData()
  form.set('group', group)
  form.set('model', 'whisper-1')
  form.set('file', new Blob([Buffer.alloc(8000, 1)], { type: 'audio/wav' }), 'recording.wav')
  return form
}

test('a recording is written down', async () => {
  const answer = await ask('audio/transcriptions', recording('default'))
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.bytes.toString())).toMatchObject({ text: expect.stringMatching(/./) })
  expect(world.provider.requests.at(-1)?.body).toMatchObject({ model: 'whisper-1' })
  expect(world.provider.requests.at(-1)?.body).not.toHaveProperty('group')
  const row = (await world.logs(2)).find(({ model_name }) => model_name === 'whisper-1')
  expect(row).toMatchObject({ token_name: 'playground-default' })
  expect(await ask('audio/transcriptions', recording('vip-only'))).toMatchObject({ status: 403 })
})
