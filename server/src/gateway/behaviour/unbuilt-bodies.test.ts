// What is not built here says so also to who sends a large body, and the connection can be used again.
import { Client, FormData } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const MEGABYTES = 20

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const form = () => {
  const made = new FormData()
  made.set('purpose', 'fine-tune')
  made.set('file', new File([new Uint8Array(MEGABYTES * 1024 * 1024)], 'rows.jsonl'))
  return made
}

test('a form of 20 MB gets its answer, and the next call goes over the same connection', async () => {
  const client = new Client(world.url)
  let connections = 0
  client.on('connect', () => {
    connections += 1
  })
  const headers = { authorization: `Bearer ${world.key}` }
  for (const [method, path] of [
    ['POST', '/v1/edits'],
    ['POST', '/v1/fine-tunes'],
    ['POST', '/v1/fine_tuning/jobs'],
    ['DELETE', '/v1/models/fake-chat'],
  ] as const) {
    const answer = await client.request({ method, path, headers, body: method === 'POST' ? form() : null })
    expect([path, answer.statusCode, await answer.body.json()]).toMatchObject([
      path,
      501,
      { error: { code: 'api_not_implemented', type: 'server_error', param: null, message: expect.stringContaining(path) } },
    ])
  }
  const models = await client.request({ method: 'GET', path: '/v1/models', headers })
  await models.body.dump()
  expect([models.statusCode, connections]).toEqual([200, 1])
  await client.close()
})

test('who has no good key is refused without the body being taken in', async () => {
  const client = new Client(world.url)
  const answer = await client.request({ method: 'POST', path: '/v1/edits', headers: { authorization: 'Bearer sk-x' }, body: form() })
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close'])
  await answer.body.dump()
  await client.destroy()
})
