// The ends of tasks, told to the addresses that came with them: signed, once, in the words of the proxy, and only where an option allows it.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import { parseJson } from '@waystation/wire/encoding/json'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import { state } from '../../testing/fake-tasks/task-states.ts'
import { listenLocally } from '../../testing/network/local-site.ts'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openTaskWorld, type TaskClient, type TaskWorld } from './testing/task-world.ts'

interface Told {
  readonly body: string
  readonly signature: string
}

const SECRET = 'a-secret-of-alice'
const told: Told[] = []
const receiver = createServer(localhostCertificate, (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const signature = String(request.headers['x-webhook-signature'])
    told.push({ body: Buffer.concat(parts).toString(), signature })
    response.writeHead(200).end()
  })
})

let tasks: TaskWorld
let alice: TaskClient
let site: Awaited<ReturnType<typeof listenLocally>>
let hook: string
beforeAll(async () => {
  site = await listenLocally(receiver)
  hook = `https://localhost:${site.port}/ended`
  tasks = await openTaskWorld({
    userEgress: openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 5000, ca: localhostCertificate.cert }),
  })
  alice = tasks.alice
  await alice.payer.console.call('PUT', '/api/user/setting', {
    ...{ notify_type: 'webhook', webhook_url: 'https://hooks.test/x', webhook_secret: SECRET, quota_warning_threshold: 1 },
  })
})
afterAll(async () => {
  await tasks.close()
  await site.close()
})
afterEach(() => {
  told.length = 0
  tasks.drawing.clear()
  tasks.music.clear()
})

/** Everything that has ended is told, or found to be told already. */
async function ended(): Promise<readonly Told[]> {
  await tasks.timing.poll()
  await tasks.world.server.runJob('tell-task-ends')
  await tasks.world.server.runJob('deliver-outbox')
  return told
}

test('a drawing`s end is told as the proxy tells it, signed, and once', async () => {
  await tasks.world.setOption('MjNotifyEnabled', 'true')
  tasks.drawing.plan(state.running(), state.succeeded)
  const id = await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  expect(await ended()).toEqual([])
  expect(await ended()).toHaveLength(1)
  expect(await ended()).toHaveLength(1)
  const [first] = told
  expect(parseJson(first?.body ?? '')).toMatchObject({
    id,
    status: 'SUCCESS',
    progress: '100%',
    imageUrl: expect.stringContaining('/mj/image/'),
  })
  expect(first?.signature).toBe(
    createHmac('sha256', SECRET)
      .update(first?.body ?? '')
      .digest('hex'),
  )
})

test('a failure is told with its reason', async () => {
  tasks.drawing.plan(state.failed('the picture was rejected'))
  const id = await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  await ended()
  expect(told.map(({ body }) => parseJson(body))).toMatchObject([{ id, status: 'FAILURE', failReason: 'the picture was rejected' }])
})

test('the proxy gets an address of ours in its place, by which it can only have the drawing asked for sooner', async () => {
  tasks.drawing.plan(state.succeeded)
  tasks.drawing.movesWhenAsked = false
  const id = await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  const sent = tasks.drawing.requests.find(({ path }) => path.endsWith('/submit/imagine'))
  expect(sent?.body).toMatchObject({ notifyHook: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mj\/notify\?request=\w{26}&token=/) })
  expect(await tasks.drawing.notify(id, { status: 'FAILURE', failReason: 'forged' })).toBe(200)
  expect(await alice.drawing(id)).toMatchObject({ status: 'SUBMITTED' })
  await ended()
  expect(await alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
})

test('nothing is told where the option is off, nor to addresses without https', async () => {
  await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook.replace('https', 'http') })
  await tasks.world.setOption('MjNotifyEnabled', 'false')
  await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  await alice.play('music', { prompt: 'la la', notify_hook: hook })
  expect(await ended()).toEqual([])
})

test('music is told where its own option allows it', async () => {
  await tasks.world.setOption('task.webhooks_enabled', 'true')
  const id = await alice.play('music', { prompt: 'la la', notify_hook: hook })
  await ended()
  expect(told.map(({ body }) => parseJson(body))).toMatchObject([{ task_id: id, status: 'SUCCESS', action: 'MUSIC' }])
})
