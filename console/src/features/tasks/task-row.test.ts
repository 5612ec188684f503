import type { Drawing } from '@waystation/contract/calls/drawing'
import type { Task } from '@waystation/contract/calls/task'
import { expect, test } from 'vitest'
import { byTitle, drawingRow, isRunning, isSlow, moneyNameOf, pollMs, stateOf, submitCodeOf, taskRow } from './task-row.ts'

const shared = {
  ...{ id: 1, user_id: 2, username: 'ann', channel_id: 3, channel_name: 'proxy', group: 'default', model: 'mj_imagine', request_id: '01' },
  ...{ quota: 5, money: 'charged' as const, progress: '40%', fail_reason: '', files: [], status: 'IN_PROGRESS', action: 'IMAGINE' },
  prompt: 'a cat',
}
const drawing: Drawing = {
  ...{ ...shared, code: 1, mj_id: 'a', prompt_en: '', description: '', state: '', submit_time: 1_700_000_000_500, start_time: 0 },
  ...{ finish_time: 0, image_url: '', buttons: '[]', properties: '{}' },
}
const task: Task = {
  ...{
    ...shared,
    created_at: 0,
    updated_at: 0,
    kind: 'music',
    task_id: 'b',
    platform: 'suno',
    submit_time: 1_700_000_000,
    start_time: 0,
    finish_time: 0,
  },
  ...{ properties: {}, data: null },
}
const addressOf = (path: string) => `/sub${path}`
const image = { name: 'image', kind: 'image', url: '/mj/image/a?sign=1', title: '' } as const

test('a drawing counts in milliseconds and another task in seconds, and both become the same row', () => {
  expect(drawingRow({ ...drawing, finish_time: 1_700_000_061_000 }, addressOf)).toMatchObject({
    submittedAt: 1_700_000_000,
    tookMs: 60_500,
  })
  expect(taskRow({ ...task, finish_time: 1_700_000_061 }, addressOf)).toMatchObject({
    submittedAt: 1_700_000_000,
    tookMs: 61_000,
    percent: 40,
  })
  expect([drawingRow(drawing, addressOf).tookMs, taskRow(task, addressOf).tookMs]).toEqual([undefined, undefined])
  // A picture is told from a film, whose actions have the same names.
  expect(taskRow({ ...task, kind: 'image', action: 'EDIT' }, addressOf).action).toBe('EDIT_IMAGE')
  expect(taskRow({ ...task, kind: 'video', action: 'EDIT' }, addressOf).action).toBe('EDIT')
  // The clocks of two machines are not one.
  expect(taskRow({ ...task, finish_time: 1_699_999_999 }, addressOf).tookMs).toBe(0)
})

test('images come from this server, or from their vendor where it serves them over https', () => {
  const files = [image, { ...image, name: 'video', kind: 'video' as const }]
  const row = drawingRow({ ...drawing, files, image_url: image.url }, addressOf)
  expect([row.images, row.clips.map(({ kind, src }) => [kind, src])]).toEqual([
    [{ src: '/sub/mj/image/a?sign=1', title: '' }],
    [['video', '/sub/mj/image/a?sign=1']],
  ])
  const at = (image_url: string) => drawingRow({ ...drawing, files, image_url }, addressOf).images.map(({ src }) => src)
  expect(at('https://vendor.test/1.png')).toEqual(['https://vendor.test/1.png'])
  expect(at('http://vendor.test/1.png')).toEqual(['/sub/mj/image/a?sign=1'])
})

test('a prompt is told twice only where it was changed, and lyrics come with their title', () => {
  expect(drawingRow({ ...drawing, prompt_en: 'a cat' }, addressOf).promptEn).toBe('')
  expect(drawingRow({ ...drawing, prompt_en: 'a tabby cat' }, addressOf).promptEn).toBe('a tabby cat')
  expect(taskRow({ ...task, data: { title: 'The Wall', text: 'A cat' } }, addressOf).words).toBe('The Wall\n\nA cat')
  for (const data of [null, [{ title: 'clip' }], 'text', { text: 7 }]) expect(taskRow({ ...task, data }, addressOf).words).toBe('')
})

test('every state has a name, and one that nobody knows is unknown', () => {
  const names = (kind: 'drawing' | 'task', ...states: string[]) => states.map((status) => stateOf({ kind, status }).name)
  expect(names('drawing', '', 'SUBMITTED', 'MODAL', 'QUEUED')).toEqual(['submitting', 'queued', 'modal', 'unknown'])
  expect(names('task', '', 'QUEUED', 'MODAL')).toEqual(['submitting', 'queued', 'unknown'])
  expect([0, 1, 21, 22, 24].map((code) => submitCodeOf(code).name)).toEqual([
    'notSubmitted',
    'submitted',
    'waiting',
    'duplicate',
    'rejected',
  ])
})

test('what a price became of is told for films, which are charged when they have ended, and for music, which is when it is taken', () => {
  const told = (fields: Pick<Task, 'kind' | 'money' | 'status'>) => moneyNameOf(taskRow({ ...task, ...fields }, addressOf))
  expect(told({ kind: 'video', money: 'charged', status: 'SUCCESS' })).toBe('chargedAtEnd')
  expect(told({ kind: 'batch', money: 'free', status: 'FAILURE' })).toBe('failed')
  expect(told({ kind: 'video', money: 'held', status: 'QUEUED' })).toBe('held')
  expect(told({ kind: 'music', money: 'charged', status: 'SUCCESS' })).toBe('charged')
  expect(told({ kind: 'music', money: 'free', status: 'FAILURE' })).toBe('notTaken')
})

test('what has ended is not asked for again, and neither is a window that waits for a person', () => {
  const running = ['', 'NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'UNKNOWN', 'SUCCESS', 'FAILURE', 'MODAL'].filter((status) =>
    isRunning({ status }),
  )
  expect(running).toEqual(['', 'NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'UNKNOWN'])
  const everyMs = (...states: string[]) => pollMs(states.map((status) => ({ status })))
  expect([everyMs(), everyMs('SUCCESS', 'FAILURE', 'MODAL'), everyMs('SUCCESS', 'QUEUED')]).toEqual([undefined, undefined, 4000])
  expect([isSlow(60_000), isSlow(60_001)]).toEqual([false, true])
})

test('sound and its film are one group, and two takes of the same title are two', () => {
  const clip = (kind: 'audio' | 'video', title: string) => ({ kind, title, src: `${kind} ${title}` })
  const kinds = (...clips: ReturnType<typeof clip>[]) => byTitle(clips).map((group) => group.map(({ kind }) => kind))
  expect(kinds(clip('audio', 'a'), clip('video', 'a'), clip('audio', 'a'), clip('video', 'a'))).toEqual([
    ['audio', 'video'],
    ['audio', 'video'],
  ])
  expect(kinds(clip('audio', 'a'), clip('audio', 'a'), clip('video', 'b'))).toEqual([['audio'], ['audio'], ['video']])
})
