import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { TaskLinks } from './task-links.ts'

const HOUR_MS = 3_600_000
let nowMs = 1_790_000_000_000
const linksOf = (key: number) => new TaskLinks(secretsOf(Buffer.alloc(32, key)), () => nowMs)
const links = linksOf(1)
const file = { rowId: 7, name: 'image' }
const fieldsOf = (query: string) => Object.fromEntries(new URLSearchParams(query))

test('a link opens its file for a day, and not after that', () => {
  const fields = fieldsOf(links.query(file))
  const madeMs = nowMs
  expect(links.read(fields)).toEqual(file)
  nowMs = madeMs + 24 * HOUR_MS
  expect(links.read(fields)).toEqual(file)
  nowMs = madeMs + 25 * HOUR_MS + 1000
  expect(links.read(fields)).toBeUndefined()
})

test('nobody else can make one, or turn one into another', () => {
  const fields = fieldsOf(links.query(file))
  for (const changed of [
    { task: '8' },
    { file: 'video' },
    { until: '9999999999' },
    { sign: '' },
    { sign: fieldsOf(linksOf(2).query(file)).sign },
  ])
    expect([changed, links.read({ ...fields, ...changed })]).toEqual([changed, undefined])
  expect(links.read({})).toBeUndefined()
})

test('the token of a notice is that of its request', () => {
  expect(links.isNoticeToken('a', links.noticeToken('a'))).toBe(true)
  for (const token of [links.noticeToken('b'), linksOf(2).noticeToken('a'), '']) expect(links.isNoticeToken('a', token)).toBe(false)
})
