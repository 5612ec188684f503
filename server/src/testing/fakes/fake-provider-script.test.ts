import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat } from '../client.ts'
import { leavingPoint } from '../time/leaving-point.ts'
import { type FakeProvider, openFakeProvider } from './fake-provider.ts'
import { step } from './fake-provider-script.ts'

let provider: FakeProvider
beforeAll(async () => {
  provider = await openFakeProvider()
})
afterAll(() => provider.close())

/** Keeps this thread for itself, as a machine does that has other work. */
function holdUp(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('a client that left while the vendor waited is sent nothing more, on a machine that was held up too', async () => {
  let hasGoneOn = false
  const goesOn = step.until(async () => {
    hasGoneOn = true
  })
  // The thread is held up from the turn in which the wait begins until long after its end: what the client wrote meanwhile is unread.
  const heldUp = step.until(async () => void setImmediate(() => holdUp(60)))
  provider.next([step.streamHead(), step.say('one'), heldUp, step.wait(5), goesOn, step.end()])
  expect(await chat(provider.url, 'key', { model: 'fake-chat' }, { abortAfterFrames: 1 })).toMatchObject({ end: 'left', text: 'one' })
  await expect.poll(() => provider.requests.at(-1)?.abortedAtMs).toBeDefined()
  expect(hasGoneOn).toBe(false)
})

test('a vendor that waits for its client to leave goes on when it has left', async () => {
  const leaveAt = leavingPoint()
  let hasGoneOn = false
  const goesOn = step.until(async () => {
    hasGoneOn = true
  })
  provider.next([leaveAt.here, goesOn, step.say('one'), step.end()])
  expect(await chat(provider.url, 'key', { model: 'fake-chat' }, { leaveAt })).toMatchObject({ end: 'left', status: undefined })
  await expect.poll(() => provider.requests.at(-1)?.abortedAtMs).toBeDefined()
  expect(hasGoneOn).toBe(false)
})
