// Music and lyrics through the front door (server-behaviour 9.5). The stand-in takes what a Suno proxy takes, and nothing else.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenAnswers, brokenLists, state, type TaskState } from '../../testing/fake-tasks/task-states.ts'
import { HOUR_MS, KEY, openTaskWorld, priceOf, type TaskClient, type TaskWorld } from './testing/task-world.ts'

let tasks: TaskWorld
let alice: TaskClient
let bob: TaskClient
beforeAll(async () => {
  tasks = await openTaskWorld()
  alice = tasks.alice
  bob = tasks.bob
})
afterAll(() => tasks.close())
afterEach(() => {
  const { violations, unknownFields } = tasks.music
  expect([violations, unknownFields]).toEqual([[], []])
  tasks.music.clear()
})

const poll = () => tasks.timing.poll()
const MUSIC = priceOf('suno_music')
const fetched = async (id: string, who = alice) => (await who.get(`/suno/fetch/${id}`)).json
const submitted = () => tasks.music.requests.filter(({ path }) => path.startsWith('/suno/submit/'))
const song = { prompt: '[Verse]\nA cat', title: 'The Wall', tags: 'folk', mv: 'chirp-v4' }

/** Plays by a plan, and asks so often. */
async function played(plan: readonly TaskState[], polls: number, { action = 'music', body = song as object } = {}) {
  tasks.music.plan(...plan)
  const {
    made: id,
    cost,
    tokenCost,
  } = await alice.spending(async () => {
    const made = await alice.play(action, body)
    for (let asked = 0; asked < polls; asked += 1) await poll()
    return made
  })
  return { id, cost, tokenCost, told: await fetched(id) }
}

describe.each([
  { name: 'a song by its words', action: 'music', told: 'MUSIC', body: song },
  {
    name: 'a song by its description',
    action: 'MUSIC',
    told: 'MUSIC',
    body: { gpt_description_prompt: 'a song of cats', mv: 'chirp-v3-5' },
  },
  { name: 'a song without a voice', action: 'Music', told: 'MUSIC', body: { prompt: '', tags: 'jazz', make_instrumental: true } },
  { name: 'lyrics', action: 'lyrics', told: 'LYRICS', body: { prompt: 'a cat' } },
])('$name', ({ action, told, body }) => {
  const price = priceOf(`suno_${action.toLowerCase()}`)

  test('is sent, booked when it is accepted, and succeeds', async () => {
    tasks.music.plan(state.submitted, state.queued, state.running(30), state.succeeded)
    const { made: id, cost, tokenCost } = await alice.spending(() => alice.play(action, body))
    expect([cost, tokenCost]).toEqual([price, price])
    expect(submitted()).toMatchObject([{ path: expect.stringMatching(new RegExp(`^/suno/submit/${told}$`, 'i')), body }])
    expect(await fetched(id)).toMatchObject({ code: 'success', data: { task_id: id, action: told } })
    for (const [status, progress] of [
      ['SUBMITTED', '0%'],
      ['QUEUED', '0%'],
      ['IN_PROGRESS', '30%'],
      ['SUCCESS', '100%'],
    ]) {
      await poll()
      expect(await fetched(id)).toMatchObject({ code: 'success', data: { task_id: id, status, progress } })
    }
    const [row] = await alice.musicRows(id)
    expect(row).toMatchObject({ task_id: id, platform: 'suno', action: told, status: 'SUCCESS', progress: '100%', quota: price })
    tasks.music.requests.length = 0
    await poll()
    expect(tasks.music.requests).toEqual([])
  })

  test('fails with the reason of the proxy, and is given back once', async () => {
    const { id, cost, tokenCost, told: failed } = await played([state.failed('no credits')], 2, { action, body })
    expect([cost, tokenCost]).toEqual([0, 0])
    expect(failed).toMatchObject({ data: { status: 'FAILURE', fail_reason: 'no credits', progress: '100%' } })
    await expect.poll(async () => (await alice.logRows(id)).filter(([type]) => type === 4)).toEqual([[4, price]])
  })

  test('ends after the time limit, and what comes after it changes nothing', async () => {
    const { id } = await played([state.running()], 1, { action, body })
    const { cost } = await alice.spending(async () => {
      await tasks.timing.age(HOUR_MS)
      await poll()
    })
    expect(cost).toBe(-price)
    tasks.music.replan(id, state.succeeded)
    await poll()
    expect(await fetched(id)).toMatchObject({ data: { status: 'FAILURE', progress: '100%', fail_reason: expect.stringMatching(/./) } })
  })
})

test('clips and lyrics are told as the proxy tells them', async () => {
  const { id, told } = await played([state.succeeded], 1)
  const [first = '', second = ''] = tasks.music.clips(id)
  const clip = (one: string) => ({ id: one, status: 'complete', audio_url: `${tasks.music.url}/clips/${one}.mp3`, title: 'The Wall' })
  expect(told).toMatchObject({ data: { data: [clip(first), clip(second)] } })
  const lyrics = await played([state.succeeded], 1, { action: 'lyrics', body: { prompt: 'a cat' } })
  expect(lyrics.told).toMatchObject({ data: { data: { text: expect.stringContaining('[Verse]'), title: 'The Wall' } } })
})

test('a song goes on where the first one was made', async () => {
  const { id } = await played([state.succeeded], 1)
  const more = { prompt: '[Verse]', task_id: id, continue_clip_id: tasks.music.clips(id)[0], continue_at: 80 }
  const { made, cost } = await alice.spending(() => alice.play('music', more))
  expect(cost).toBe(MUSIC)
  expect(submitted().at(-1)?.body).toMatchObject(more)
  await poll()
  expect(await fetched(made)).toMatchObject({ data: { status: 'SUCCESS' } })
  const before = submitted().length
  for (const [who, body] of [
    [bob, more],
    [alice, { prompt: '[Verse]', continue_clip_id: 'a' }],
  ] as const) {
    const rejected = await who.spending(() => who.post('/suno/submit/music', body))
    expect([rejected.made.status >= 400, rejected.cost, submitted().length]).toEqual([true, 0, before])
  }
})

test('the tasks of others are not told', async () => {
  const { id } = await played([state.succeeded], 1)
  const [one, many] = [await bob.get(`/suno/fetch/${id}`), await bob.post('/suno/fetch', { ids: [id] })]
  expect(one.json).not.toMatchObject({ code: 'success' })
  expect(many.json).toMatchObject({ code: 'success', data: [] })
  expect(await bob.musicRows(id)).toEqual([])
  expect((await alice.post('/suno/fetch', { ids: [id], action: 'MUSIC' })).json).toMatchObject({ data: [{ task_id: id }] })
})

test('fields that we do not know go on', async () => {
  await alice.play('music', { ...song, negative_tags: 'rock' })
  expect(tasks.music.unknownFields).toEqual(['negative_tags'])
  tasks.music.unknownFields.length = 0
  await poll()
})

test.each([
  ['video', { prompt: 'a' }],
  ['lyrics', {}],
])('%s with %j is rejected here', async (action, body) => {
  const { made, cost } = await alice.spending(() => alice.post(`/suno/submit/${action}`, body))
  expect([made.status >= 400, made.status < 500, cost, submitted().length]).toEqual([true, true, 0, 0])
  expect(made.json).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/./), data: null })
})

describe('what the proxy answers to a submission', () => {
  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: nothing is charged', async (how) => {
    tasks.music.misbehave('submit', brokenAnswers[how], 5)
    const { made, cost } = await alice.spending(() => alice.post('/suno/submit/music', song))
    expect([made.status >= 400, cost]).toEqual([true, 0])
    expect(made.json).toMatchObject({ code: expect.anything(), message: expect.any(String) })
  })

  test.each([{ data: undefined }, { code: 'quota_exceeded', message: 'no credits', data: null }])('%j is no task', async (fields) => {
    tasks.music.changeAnswer(fields)
    const { made, cost } = await alice.spending(() => alice.post('/suno/submit/music', song))
    expect([made.status >= 400, cost]).toEqual([true, 0])
  })

  test('an id that somebody else’s task has makes a row and a charge of its own', async () => {
    const id = await bob.play('music', song)
    tasks.music.nextId(id)
    const { made, cost } = await alice.spending(() => alice.play('music', song))
    expect([made, cost]).toEqual([id, MUSIC])
    await poll()
    expect([(await alice.musicRows(id)).length, (await bob.musicRows(id)).length]).toEqual([1, 1])
  })

  test('a wrong key plays nothing and costs nothing', async () => {
    await tasks.world.console.call('PUT', '/api/channel/', { id: tasks.musicChannel, key: 'wrong' })
    const { made, cost } = await alice.spending(() => alice.post('/suno/submit/music', song))
    expect([made.status >= 400, cost]).toEqual([true, 0])
    await tasks.world.console.call('PUT', '/api/channel/', { id: tasks.musicChannel, key: KEY })
    tasks.music.violations.length = 0
  })
})

describe('what the proxy tells', () => {
  test.each<[string, TaskState]>([
    ['UNKNOWN', { status: 'UNKNOWN' }],
    ['a reason beside a running state', { ...state.running(20), told: { fail_reason: 'slow' } }],
    ['a progress of 100% without a state', { ...state.running(100), told: { status: undefined } }],
  ])('%s is no end', async (_, odd) => {
    const { id, cost, told } = await played([odd], 2)
    expect(cost).toBe(MUSIC)
    expect(told).not.toMatchObject({ data: { status: expect.stringMatching(/SUCCESS|FAILURE/) } })
    tasks.music.replan(id, state.succeeded)
    await poll()
    expect(await fetched(id)).toMatchObject({ data: { status: 'SUCCESS' } })
  })

  test.each([
    ['a success that runs again and fails', [state.succeeded, state.running(), state.failed('late')], 'SUCCESS', MUSIC],
    ['a failure that succeeds', [state.failed('early'), state.succeeded], 'FAILURE', 0],
  ])('%s stays what it was', async (_, plan, status, charge) => {
    const { told, cost } = await played(plan, 3)
    expect([told, cost]).toMatchObject([{ data: { status, progress: '100%' } }, charge])
  })

  const listings: [string, (told: readonly object[]) => unknown][] = [
    ['repeats tasks', brokenLists.repeated],
    ['has tasks of others', brokenLists.with({ task_id: 'of-another', status: 'SUCCESS', progress: '100%' })],
    ['has something that is no task', (told) => [null, 7, {}, ...told]],
  ]
  test.each(listings)('a list that %s is read all the same', async (_, listing) => {
    tasks.music.listing = listing
    const { told, cost } = await played([state.running(), state.succeeded], 2)
    expect([told, cost]).toMatchObject([{ data: { status: 'SUCCESS' } }, MUSIC])
  })

  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: the proxy is asked again', async (how) => {
    tasks.music.misbehave('list', brokenAnswers[how])
    const { id, cost } = await played([state.succeeded], 1)
    expect(cost).toBe(MUSIC)
    await poll()
    expect(await fetched(id)).toMatchObject({ data: { status: 'SUCCESS' } })
  })

  test('a task that the proxy forgot ends after the time limit', async () => {
    const { id } = await played([state.running()], 1)
    tasks.music.forget(id)
    const { cost } = await alice.spending(async () => {
      await poll()
      await tasks.timing.age(HOUR_MS)
      for (const _ of [1, 2]) await poll()
    })
    expect(cost).toBe(-MUSIC)
    expect(await fetched(id)).toMatchObject({ data: { status: 'FAILURE' } })
  })
})
