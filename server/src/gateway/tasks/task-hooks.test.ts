// The ends of tasks, told to the addresses that came with them: signed, once, in the words of the proxy, and only where an option allows it.
import { createHmac } from 'node:crypto'
import { parseJson } from '@waystation/wire/encoding/json'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { state } from '../../testing/fake-tasks/task-states.ts'
import { HOOK_SECRET, hookEgress, openHookReceiver, signHooksOf, type Told } from './testing/hook-receiver.ts'
import { openTaskWorld, type TaskClient, type TaskWorld } from './testing/task-world.ts'

let tasks: TaskWorld
let alice: TaskClient
let receiver: Awaited<ReturnType<typeof openHookReceiver>>
let hook: string
beforeAll(async () => {
  receiver = await openHookReceiver()
  hook = receiver.url
  tasks = await openTaskWorld({ userEgress: hookEgress() })
  alice = tasks.alice
  await signHooksOf(alice.payer)
})
afterAll(async () => {
  await tasks.close()
  await receiver.close()
})
afterEach(() => {
  receiver.told.length = 0
  tasks.drawing.clear()
  tasks.music.clear()
})

/** Everything that has ended is told, or found to be told already. */
async function ended(): Promise<readonly Told[]> {
  await tasks.timing.poll()
  await tasks.world.server.runJob('tell-task-ends')
  await tasks.world.server.runJob('deliver-outbox')
  return receiver.told
}

test('a drawing`s end is told as the proxy tells it, signed, and once', async () => {
  await tasks.world.setOption('MjNotifyEnabled', 'true')
  tasks.drawing.plan(state.running(), state.succeeded)
  const id = await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  expect(await ended()).toEqual([])
  expect(await ended()).toHaveLength(1)
  expect(await ended()).toHaveLength(1)
  const [first] = receiver.told
  expect(parseJson(first?.body ?? '')).toMatchObject({
    id,
    status: 'SUCCESS',
    progress: '100%',
    imageUrl: expect.stringContaining('/mj/image/'),
  })
  expect(first?.signature).toBe(
    createHmac('sha256', HOOK_SECRET)
      .update(first?.body ?? '')
      .digest('hex'),
  )
})

test('a failure is told with its reason', async () => {
  tasks.drawing.plan(state.failed('the picture was rejected'))
  const id = await alice.draw('/mj/submit/imagine', { prompt: 'a cat', notifyHook: hook })
  await ended()
  expect(receiver.told.map(({ body }) => parseJson(body))).toMatchObject([
    { id, status: 'FAILURE', failReason: 'the picture was rejected' },
  ])
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
  expect(receiver.told.map(({ body }) => parseJson(body))).toMatchObject([{ task_id: id, status: 'SUCCESS', action: 'MUSIC' }])
})
