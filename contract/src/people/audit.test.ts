import { expect, test } from 'vitest'
import { endpoints } from '../api/endpoints.ts'
import { auditActions, auditWords } from './audit.ts'

test('every action that a call is audited under has words in both languages', () => {
  const actions = [...new Set(endpoints.flatMap(({ audit }) => audit ?? []))]
  expect(actions.length).toBeGreaterThan(20)
  for (const action of actions)
    expect(auditWords(action), action).toEqual({ zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/^[A-Z]/) })
})

test('no two actions have the same words, for they stand in one list to choose from', () => {
  for (const language of ['zh', 'en'] as const) {
    const words = Object.values(auditActions).map((one) => one[language])
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  }
})

test('an action that only another version knows has no words', () => {
  expect(auditWords('toString')).toBeUndefined()
  expect(auditWords('thing.of.tomorrow')).toBeUndefined()
})
