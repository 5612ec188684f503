import { describe, expect, test } from 'vitest'
import { Chat, type ChatParts, titleOf } from './chat.ts'
import type { BilledCall } from './find-bill.ts'
import { memoryShelf } from './memory-shelf.ts'
import { type AnswerMessage, type Bill, CallRefused, type Message, type ModelAnswer } from './message.ts'
import type { ChatBody } from './request-body.ts'

const settings = { model: 'm', group: 'default', temperature: 0, maxTokens: 0, systemPrompt: '', isStream: true }
const bill: Bill = { promptTokens: 3, completionTokens: 4, quota: 21, totalMs: 90 }
const chunk = (delta: object, finish: string | null = null) => JSON.stringify({ choices: [{ delta, finish_reason: finish }] })
const whole = (...words: string[]) => [...words.map((content) => chunk({ content })), chunk({}, 'stop'), '[DONE]']

/** A chat whose model sends these events, and then fails with `error` if there is one. */
function world(events: readonly string[] = whole('Hel', 'lo'), more: Partial<ChatParts> & { error?: Error } = {}) {
  const bodies: ChatBody[] = []
  const shelf = more.shelf ?? memoryShelf()
  const chat = new Chat({
    conversationId: 'c',
    shelf,
    async callModel({ body }): Promise<ModelAnswer> {
      if ('messages' in body) bodies.push(body)
      return { requestId: 'r', events: told(events, more.error) }
    },
    findBill: async () => ({ requestId: 'r', bill }),
    atNextFrame: (run) => queueMicrotask(run),
    onSaved: () => undefined,
    onWriteFailed: () => undefined,
    now: () => 1000,
    ...more,
  })
  const ask = (text: string) => chat.ask({ text, images: [] }, settings)
  const last = () => chat.messages()?.at(-1) as AnswerMessage
  const spent = async () => (await shelf.conversations())[0]?.spent
  return { chat, shelf, bodies, ask, last, spent }
}
async function* told(events: readonly string[], error?: Error) {
  yield* events
  if (error) throw error
}
const texts = (messages: readonly Message[] | undefined) => messages?.map(({ text }) => text)

test('a question is answered, stored and charged', async () => {
  const { ask, last, shelf, spent } = world()
  await ask('Say hello')
  expect(last()).toMatchObject({ status: 'complete', text: 'Hello', model: 'm', requestId: 'r', bill })
  expect(texts(await shelf.messages('c'))).toEqual(['Say hello', 'Hello'])
  expect(await shelf.conversations()).toMatchObject([{ id: 'c', title: 'Say hello' }])
  expect(await spent()).toBe(21)
})

test('earlier messages are sent with the next question; failed ones are not', async () => {
  const { ask, bodies, last } = world(['{"error":{"message":"too hot (request id: r)","code":"upstream_error"}}'])
  await ask('One')
  expect(last()).toMatchObject({ status: 'error', failure: { message: 'too hot', code: 'upstream_error' } })
  await ask('Two')
  expect(bodies[1]?.messages).toEqual([
    { role: 'user', content: 'One' },
    { role: 'user', content: 'Two' },
  ])
})

describe('an answer that is not whole', () => {
  test.each([
    ['a stream without its end', [chunk({ content: 'Hal' })], undefined, 'cut'],
    ['a connection that breaks', [chunk({ content: 'Hal' })], new TypeError('network'), 'cut'],
    ['a limit of output', [chunk({ content: 'Hal' }, 'length'), '[DONE]'], undefined, 'length'],
    ['a filter', [chunk({ content: 'Hal' }, 'content_filter'), '[DONE]'], undefined, 'filtered'],
  ] as const)('%s', async (_name, events, error, reason) => {
    const { ask, last } = world(events, error ? { error } : {})
    await ask('x')
    expect(last()).toMatchObject({ status: 'incomplete', reason, text: 'Hal', bill })
  })

  test('a stop keeps the received part and its cost', async () => {
    const { chat, ask, last } = world([], {
      callModel: async (_body, _group, signal) => ({
        requestId: 'r',
        events: (async function* () {
          yield chunk({ content: 'Hal' })
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
        })(),
      }),
    })
    const asked = ask('x')
    await expect.poll(() => chat.messages()?.at(-1)?.text).toBe('Hal')
    expect(chat.isRunning()).toBe(true)
    chat.stop()
    await asked
    expect(last()).toMatchObject({ status: 'incomplete', reason: 'stopped', bill })
    expect(chat.isRunning()).toBe(false)
  })

  test('a stop before the first chunk has a cost too, when the log has one', async () => {
    const looked: BilledCall[] = []
    const { chat, ask, last, spent } = world([], {
      callModel: (_body, _group, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      findBill: async (billed) => {
        looked.push(billed)
        return { requestId: 'late', bill }
      },
    })
    const asked = ask('x')
    await expect.poll(() => chat.messages()?.length).toBe(2)
    await Promise.resolve()
    chat.stop()
    await asked
    expect(looked).toEqual([{ model: 'm', group: 'default', requestedAt: 1000 }])
    expect(last()).toMatchObject({ status: 'incomplete', reason: 'stopped', requestId: 'late', bill })
    expect(await spent()).toBe(21)
  })

  test('a refusal is an error without a cost, and its bill is not looked up', async () => {
    let looks = 0
    const { ask, last, spent } = world([], {
      callModel: async () => {
        throw new CallRefused({ message: 'no money', code: 'insufficient_user_quota' }, 'r9')
      },
      findBill: async () => {
        looks += 1
        return { requestId: 'r9', bill }
      },
    })
    await ask('x')
    expect(last()).toMatchObject({ status: 'error', failure: { code: 'insufficient_user_quota' }, requestId: 'r9' })
    expect([looks, await spent()]).toEqual([0, 0])
  })
})

test('editing a question cuts the conversation there; what was spent stays spent', async () => {
  const { chat, ask, bodies, spent, shelf } = world()
  await ask('One')
  await ask('Two')
  await chat.askInstead(chat.messages()?.[0]?.id ?? '', { text: 'Uno', images: [] }, settings)
  expect(texts(chat.messages())).toEqual(['Uno', 'Hello'])
  expect(texts(await shelf.messages('c'))).toEqual(['Uno', 'Hello'])
  expect(bodies.at(-1)?.messages).toEqual([{ role: 'user', content: 'Uno' }])
  expect(await spent()).toBe(63)
  await chat.answerAgain(chat.messages()?.[0]?.id ?? '', settings)
  expect(texts(chat.messages())).toEqual(['Uno', 'Hello'])
  expect(await spent()).toBe(84)
})

test('what was taken out can be put back in its place', async () => {
  const { chat, ask, shelf } = world()
  await ask('One')
  await ask('Two')
  const undo = chat.remove((chat.messages() ?? []).slice(0, 2).map(({ id }) => id))
  expect(texts(chat.messages())).toEqual(['Two', 'Hello'])
  undo()
  expect(texts(await shelf.messages('c'))).toEqual(['One', 'Hello', 'Two', 'Hello'])
})

test('two tabs that write to one conversation keep what the other wrote', async () => {
  const shelf = memoryShelf()
  const [here, there] = [world(undefined, { shelf }), world(undefined, { shelf })]
  await here.ask('Here')
  await there.ask('There')
  expect(texts(await shelf.messages('c'))?.toSorted()).toEqual(['Hello', 'Hello', 'Here', 'There'])
  expect(await here.spent()).toBe(42)
  await here.chat.reload()
  expect(here.chat.messages()).toHaveLength(4)
})

test('what another tab writes meanwhile is shown, and is not sent with our question', async () => {
  const shelf = memoryShelf()
  const here = world(undefined, { shelf })
  await here.ask('First')
  const there = world(undefined, { shelf })
  const [asked] = [here.ask('Here'), there.ask('There')]
  await here.chat.reload()
  await asked
  expect(here.last()).toMatchObject({ status: 'complete', text: 'Hello' })
  expect(here.bodies.at(-1)?.messages.map(({ content }) => content)).toEqual(['First', 'Hello', 'Here'])
})

test('an answer that a closed tab left half written is incomplete; one being written elsewhere is not', async () => {
  const shelf = memoryShelf()
  const half = { conversationId: 'c', role: 'assistant', text: 'Ha', images: [], reasoning: '', status: 'loading', model: 'm' } as const
  await shelf.put([
    { ...half, id: 'old', order: 1, savedAt: 0 },
    { ...half, id: 'new', order: 2, savedAt: 49_000 },
  ])
  const { chat } = world(undefined, { shelf, now: () => 50_000 })
  await expect.poll(() => chat.messages()?.map(({ status }) => status)).toEqual(['incomplete', 'loading'])
})

test('a running response does not restore a deleted conversation', async () => {
  const { chat, ask, shelf } = world()
  const asked = ask('x')
  chat.close()
  await shelf.removeConversation('c')
  await asked
  expect(await shelf.messages('c')).toEqual([])
  expect(await shelf.conversations()).toEqual([])
})

test('a failed write is reported, and the chat goes on', async () => {
  const troubles: unknown[] = []
  const full = { ...memoryShelf(), put: () => Promise.reject(new Error('full')) }
  const { ask, last } = world(undefined, { shelf: full, onWriteFailed: (error) => troubles.push(error) })
  await ask('x')
  expect(last()).toMatchObject({ status: 'complete', text: 'Hello' })
  expect(troubles.length).toBeGreaterThan(0)
})

test('titles are the first words', () => {
  expect(titleOf({ text: '  two\n lines ' } as Message)).toBe('two lines')
  expect(titleOf({ text: 'x'.repeat(60) } as Message)).toBe(`${'x'.repeat(39)}…`)
  expect(titleOf(undefined)).toBe('')
})

test('a recording is the answer, stored and charged like words', async () => {
  const sound = new Blob(['RIFF'], { type: 'audio/wav' })
  const { ask, last, shelf } = world([], { callModel: async () => ({ requestId: 'r', sound }) })
  await ask('Good morning')
  expect(last()).toMatchObject({ status: 'complete', text: '', bill })
  expect(last().sound).toBe(sound)
  expect((await shelf.messages('c')).at(-1)?.sound).toBe(sound)
})

test('a transcript is the answer, and its recording stays with the question', async () => {
  const sound = new File(['RIFF'], 'meeting.mp3')
  const { chat, last, shelf } = world([], { callModel: async () => ({ requestId: 'r', whole: { text: 'Good evening.' } }) })
  await chat.ask({ text: '', images: [], sound }, settings)
  expect(last()).toMatchObject({ status: 'complete', text: 'Good evening.' })
  expect(chat.messages()?.[0]?.sound).toBe(sound)
  expect(await shelf.conversations()).toMatchObject([{ title: 'meeting.mp3' }])
})
