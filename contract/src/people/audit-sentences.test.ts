import { expect, test } from 'vitest'
import { auditActions } from './audit.ts'
import { auditSentence } from './audit-sentences.ts'

test('a sentence has one place for the thing, in both languages', () => {
  const sentences = Object.keys(auditActions).flatMap((action) => auditSentence(action, null) ?? [])
  expect(sentences.length).toBeGreaterThan(30)
  for (const { zh, en } of sentences) for (const words of [zh, en]) expect(words.split('{target}'), words).toHaveLength(2)
})

test('what was asked for decides the sentence of an action that does different things', () => {
  const words = (action: string) => auditSentence('user.manage', { before: { status: 1 }, after: { status: 2, action } })?.en
  expect(words('disable')).toBe('Banned {target}')
  expect(words('enable')).toBe('Unbanned {target}')
  expect(words('something new')).toBe('Changed {target}')
  expect(auditSentence('channel.tag', { after: 'disabled' })?.en).toBe('Disabled {target}')
})

test('actions without a target, and those that only another version knows, have none', () => {
  expect(auditSentence('login', { after: {} })).toBeUndefined()
  expect(auditSentence('constructor', { after: {} })).toBeUndefined()
})
