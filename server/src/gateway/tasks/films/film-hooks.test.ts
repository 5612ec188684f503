// The ends of films, told to the addresses that came with them, where the option allows it.
import { createHmac } from 'node:crypto'
import { parseJson } from '@waystation/wire/encoding/json'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cases, type FilmClient, type FilmWorld, openFilmWorld } from '../testing/film-world.ts'
import { HOOK_SECRET, hookEgress, openHookReceiver, signHooksOf } from '../testing/hook-receiver.ts'

const ark = cases.find(({ name }) => name === 'ark') ?? expect.unreachable()

let films: FilmWorld
let alice: FilmClient
let receiver: Awaited<ReturnType<typeof openHookReceiver>>
beforeAll(async () => {
  receiver = await openHookReceiver()
  films = await openFilmWorld([ark], { userEgress: hookEgress() })
  alice = films.alice
  await signHooksOf(alice.payer)
})
afterAll(async () => {
  await films.close()
  await receiver.close()
})
afterEach(() => {
  receiver.told.length = 0
  films.clear()
})

/** Everything that has ended is told, or found to be told already. */
async function ended() {
  await films.poll()
  await films.world.server.runJob('tell-task-ends')
  await films.world.server.runJob('deliver-outbox')
  return receiver.told.map(({ body }) => parseJson(body))
}
const withHook = (hook = receiver.url) => ({ ...ark, body: { ...ark.body, notify_hook: hook } })
/** Fields of the last submission that its vendor received. */
const sentFields = () => Object.keys(films.vendorOf('ark').requests.findLast(({ method }) => method === 'POST')?.body ?? {})

test('nothing is told where the option is off, nor to addresses without https, and the vendor never has the address', async () => {
  await alice.film(withHook())
  expect(sentFields()).not.toContain('notify_hook')
  expect(await ended()).toEqual([])
  await films.world.setOption('task.video_webhooks_enabled', 'true')
  await alice.film(withHook(receiver.url.replace('https', 'http')))
  expect(sentFields()).not.toContain('notify_hook')
  expect(await ended()).toEqual([])
})

test('a film is told when it is made: as it is fetched, with its link, signed, and once', async () => {
  films.vendorOf('ark').plan('running', 'succeeded')
  const id = await alice.film(withHook())
  expect(await ended()).toEqual([])
  expect(await ended()).toHaveLength(1)
  expect(await ended()).toHaveLength(1)
  const [first] = receiver.told
  const told = parseJson(first?.body ?? '')
  expect(told).toMatchObject({ ...Object(await alice.told(id)), url: expect.stringMatching(`^/v1/videos/${id}/content\\?`) })
  const { url } = z.object({ url: z.string() }).parse(told)
  expect((await alice.call('GET', url, { headers: { authorization: '' } })).status).toBe(200)
  const signature = createHmac('sha256', HOOK_SECRET)
    .update(first?.body ?? '')
    .digest('hex')
  expect(first?.signature).toBe(signature)
})

test('a failure is told with its reason, also of a form and in the shape of the family', async () => {
  films.vendorOf('ark').plan('failed')
  const form = new FormData()
  for (const [name, value] of Object.entries({ model: ark.model, prompt: 'A cat', notify_hook: receiver.url })) form.set(name, value)
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const { json } = await alice.call('POST', '/v1/video/generations', { body: Buffer.from(await sent.arrayBuffer()), headers })
  const { task_id: id } = z.object({ task_id: z.string() }).parse(json)
  expect(await ended()).toMatchObject([{ id, status: 'failed', error: { message: expect.stringMatching(/./) } }])
})
