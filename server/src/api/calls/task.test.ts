// The lists of drawings and of other tasks, through the console's door: whose rows, which of them, and what is told of each.
import type { Drawing } from '@waystation/contract/calls/drawing'
import type { Task } from '@waystation/contract/calls/task'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import type { NewTask } from '../../domain/task/task.ts'
import { TaskLinks } from '../../domain/task/task-links.ts'
import { Tasks } from '../../domain/task/tasks.ts'
import { newTask } from '../../domain/task/testing/new-task.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

const now = 1_700_000_000_000
let console: TestConsole
let admin: Visitor
let ann: Visitor
let bob: Visitor
let tasks: Tasks

const accept = (visitor: Visitor, fields: Partial<NewTask>) =>
  tasks.accept(newTask({ userId: visitor.id, vendorId: 'at-the-proxy', submitMs: now, ...fields }), { kind: 'free' })

beforeAll(async () => {
  console = await openConsole({ now: () => now })
  await console.root()
  admin = await console.user('admin', 10)
  ann = await console.user('ann')
  bob = await console.user('bob')
  const accounts = await console.database.run(openSystemAccounts, null)
  tasks = new Tasks({ database: console.database, accounts, mayOverdraw: () => false })
  await accept(ann, {
    ...{ taskId: 'ann-1', status: 'SUCCESS', progress: 100, submitMs: now - 5000, startMs: now - 4000, finishMs: now - 1 },
    result: { imageUrl: 'https://pictures.test/ann.png', promptEn: 'a tabby cat', buttons: [{ customId: 'MJ::U1' }], properties: { a: 1 } },
  })
  await accept(ann, { taskId: 'ann-2', channelId: 8, status: 'FAILURE', failReason: 'task_timeout', submitMs: now })
  await accept(bob, { taskId: 'bob-1', status: 'FAILURE', failReason: 'too many dogs', submitMs: now - 3000 })
  const clip = (name: string) => ({ title: name, audio_url: `https://clips.test/${name}.mp3`, image_url: `https://clips.test/${name}.png` })
  const music = { kind: 'music', platform: 'suno', model: 'suno_music', action: 'MUSIC' } as const
  await accept(ann, { ...music, taskId: 'song', status: 'SUCCESS', result: { data: [clip('one'), clip('two')] }, submitMs: now - 9999 })
  await accept(bob, {
    ...music,
    taskId: 'words',
    action: 'LYRICS',
    channelId: 8,
    status: 'IN_PROGRESS',
    progress: 40,
    submitMs: now - 1000,
  })
  const film = { kind: 'video', platform: 'Kling', model: 'kling-v2', action: 'GENERATE' } as const
  await accept(bob, { ...film, taskId: 'film', submitMs: now })
  await accept(bob, { kind: 'batch', platform: 'OpenAI', taskId: 'batch', action: 'BATCH', submitMs: now - 2000 })
})
afterAll(() => console.close())

async function listed<Row>(line: string, as: Visitor, headers: Record<string, string> = {}) {
  const { json } = await console.call(`GET ${line}`, { as, headers })
  expect(json.success, json.message).toBe(true)
  return { rows: json.data as Row[], total: json.total, page: json.page, size: json.page_size }
}
const drawings = async (line: string, as: Visitor) => (await listed<Drawing>(`/api/mj/${line}`, as)).rows.map((row) => row.mj_id)
const others = async (line: string, as: Visitor) => (await listed<Task>(`/api/task/${line}`, as)).rows.map((row) => row.task_id)

test('everybody has their own rows alone, newest first, and only admins have all of them', async () => {
  expect(await drawings('self/', ann)).toEqual(['ann-2', 'ann-1'])
  expect(await drawings('self?mj_id=bob-1', ann)).toEqual([])
  expect(await drawings('', admin)).toEqual(['bob-1', 'ann-2', 'ann-1'])
  expect(await others('self', bob)).toEqual(['batch', 'film', 'words'])
  expect(await others('self/', ann)).toEqual(['song'])
  expect(await others('', admin)).toEqual(['batch', 'film', 'words', 'song'])
  for (const line of ['/api/mj/', '/api/task/']) expect((await console.call(`GET ${line}`, { as: ann })).json.code).toBe('no_permission')
})

test('only admins are told whose it was and which channel, and only they can ask by channel', async () => {
  const [own] = (await listed<Drawing>('/api/mj/self/?mj_id=ann-1', ann)).rows
  expect(own).toMatchObject({ user_id: ann.id, username: '', channel_id: 0, channel_name: '' })
  const [seen] = (await listed<Drawing>('/api/mj/?mj_id=ann-1', admin)).rows
  expect(seen).toMatchObject({ user_id: ann.id, username: 'ann', channel_id: 7 })
  expect(await drawings('?channel_id=8', admin)).toEqual(['ann-2'])
  expect(await others('?channel_id=8', admin)).toEqual(['words'])
  expect(await drawings('self/?channel_id=8', ann)).toEqual(['ann-2', 'ann-1'])
  expect(await others('self?channel_id=8', bob)).toEqual(['batch', 'film', 'words'])
})

test('rows are found by id, platform, status, action and time: in milliseconds for drawings, in seconds for the others', async () => {
  expect(await drawings('?mj_id=ann', admin)).toEqual([])
  expect(await drawings(`?mj_id=&start_timestamp=${now - 3000}&end_timestamp=${now - 1}`, admin)).toEqual(['bob-1'])
  expect(await others('?task_id=song&platform=&status=&action=', admin)).toEqual(['song'])
  expect(await others('?platform=suno', admin)).toEqual(['words', 'song'])
  expect(await others('?status=IN_PROGRESS', admin)).toEqual(['words'])
  expect(await others('?action=MUSIC', admin)).toEqual(['song'])
  expect(await others('?platform=Kling&action=GENERATE', admin)).toEqual(['film'])
  expect(await others('?platform=OpenAI&action=BATCH', admin)).toEqual(['batch'])
  const second = now / 1000
  expect(await others(`?start_timestamp=${second - 1}`, admin)).toEqual(['film', 'words'])
  // The last second of a span belongs to it as a whole.
  expect(await others(`?end_timestamp=${second - 10}`, admin)).toEqual(['song'])
  expect(await others(`?end_timestamp=${second - 11}`, admin)).toEqual([])
})

test('a drawing is told as the family knows it, with links to its files for whoever may see the row', async () => {
  const [row] = (await listed<Drawing>('/api/mj/self/?mj_id=ann-1', ann)).rows
  expect(row).toMatchObject({
    ...{ code: 1, action: 'IMAGINE', status: 'SUCCESS', progress: '100%', prompt: 'a cat', prompt_en: 'a tabby cat', money: 'free' },
    ...{ submit_time: now - 5000, start_time: now - 4000, finish_time: now - 1, group: 'default', model: 'mj_imagine', quota: 0 },
    ...{ buttons: '[{"customId":"MJ::U1"}]', properties: '{"a":1}', request_id: expect.stringMatching(/^[0-9A-Z]{26}$/) },
  })
  const links = new TaskLinks(console.secrets, () => now)
  const linked = (url = '') => {
    const { pathname, searchParams } = new URL(url, 'http://console.test')
    return [pathname, links.read(Object.fromEntries(searchParams))]
  }
  const expected = ['/mj/image/ann-1', { rowId: row?.id, name: 'image' }]
  expect([linked(row?.image_url), linked(row?.files[0]?.url)]).toEqual([expected, expected])
  await console.options.setMany({ MjForwardUrlEnabled: 'false' })
  const [direct] = (await listed<Drawing>('/api/mj/self/?mj_id=ann-1', ann)).rows
  await console.options.setMany({ MjForwardUrlEnabled: 'true' })
  expect([direct?.image_url, direct?.files]).toEqual(['https://pictures.test/ann.png', row?.files])
  expect((await listed<Drawing>('/api/mj/self/?mj_id=ann-2', ann)).rows[0]).toMatchObject({ image_url: '', files: [] })
})

test('music is told in seconds, with each of its clips', async () => {
  const [row] = (await listed<Task>('/api/task/self?task_id=song', ann)).rows
  expect(row).toMatchObject({ platform: 'suno', action: 'MUSIC', submit_time: Math.floor((now - 9999) / 1000), finish_time: 0 })
  expect(row?.files.map(({ name, kind, title }) => [name, kind, title])).toEqual([
    ['image-0', 'image', 'one'],
    ['audio-0', 'audio', 'one'],
    ['image-1', 'image', 'two'],
    ['audio-1', 'audio', 'two'],
  ])
  expect(row?.files.every(({ url }) => url.startsWith('/mj/image/song?task='))).toBe(true)
})

test('a film is told with a link to its own door once it is made, also where its vendor names no address, until it is removed', async () => {
  const filmOf = async () => (await listed<Task>('/api/task/self?task_id=made', ann)).rows[0]
  const film = { kind: 'video', platform: 'Sora', model: 'sora-2', action: 'GENERATE', result: { seconds: 4 } } as const
  const { id } = await accept(ann, { ...film, taskId: 'made', submitMs: now + 10_000 })
  expect([(await filmOf())?.kind, (await filmOf())?.files]).toEqual(['video', []])
  await tasks.report([{ id, report: { status: 'SUCCESS' } }], 0)
  const files = (await filmOf())?.files
  expect(files).toEqual([{ name: 'video', kind: 'video', title: '', url: expect.stringMatching(/^\/v1\/videos\/made\/content\?task=/) }])
  const { searchParams } = new URL(files?.[0]?.url ?? '', 'http://console.test')
  expect(new TaskLinks(console.secrets, () => now).read(Object.fromEntries(searchParams))).toEqual({ rowId: id, name: 'video' })
  await tasks.remove(id)
  expect((await filmOf())?.files).toEqual([])
})

test('our own reasons of a failure are in the language of the reader, and those of a proxy as it gave them', async () => {
  const reasons = async (language: string) =>
    (await listed<Drawing>('/api/mj/', admin, { 'accept-language': language })).rows.map((row) => row.fail_reason)
  expect(await reasons('en')).toEqual(['too many dogs', 'The provider did not finish the task in time', ''])
  expect(await reasons('zh')).toEqual(['too many dogs', '供应商未在时限内完成任务', ''])
})

test('a page has a hundred rows and begins at 0, with the number of all beside it', async () => {
  for (let at = 0; at < 101; at++) await accept(admin, { taskId: `many-${at}`, submitMs: now + 60_000 + at })
  const of = (query: string) => listed<Drawing>(`/api/mj/self/?${query}`, admin)
  const first = await of('p=0')
  expect([first.rows.length, first.rows[0]?.mj_id, first.total, first.page, first.size]).toEqual([100, 'many-100', 101, 0, 100])
  expect((await of('p=1')).rows.map(({ mj_id: id }) => id)).toEqual(['many-0'])
  expect((await of('p=1&page_size=20')).rows[0]?.mj_id).toBe('many-80')
  expect((await of('page_size=1000')).rows).toHaveLength(100)
})
