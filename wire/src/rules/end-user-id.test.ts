import { expect, test } from 'vitest'
import { limited } from '../../testing/limited.ts'
import { limitEndUserId } from './end-user-id.ts'

const HASH = /^user_[\da-f]{10}$/

test.each([
  ['a name of 64 characters', 'x'.repeat(64), { maxLength: 64 }, true],
  ['a name of 65 characters', 'x'.repeat(65), { maxLength: 64 }, false],
  ['a mail address where those are taken', 'anna@example.org', { maxLength: 64 }, true],
  ['a mail address', 'anna@example.org', { maxLength: 256, refusesContacts: true }, false],
  ['a phone number', '+49 (30) 1234-567', { maxLength: 256, refusesContacts: true }, false],
  ['a short number', '123456', { maxLength: 256, refusesContacts: true }, true],
  ['a plain name', 'user-42', { maxLength: 256, refusesContacts: true }, true],
] as const)('%s goes to the vendor as it is or as a hash', (_, endUser, rule, isKept) => {
  const { request, losses } = limited(limitEndUserId, { endUser, safetyIdentifier: endUser }, rule)
  for (const name of [request.endUser, request.safetyIdentifier]) {
    if (isKept) expect(name).toBe(endUser)
    else expect(name).toMatch(HASH)
  }
  expect(losses).toEqual([])
})

test('a person has the same hash each time, and another one has another', () => {
  const hash = (endUser: string) => limited(limitEndUserId, { endUser }, { maxLength: 8 }).request.endUser
  expect(hash('anna@example.org')).toBe(hash('anna@example.org'))
  expect(hash('anna@example.org')).not.toBe(hash('anna@example.net'))
})

test('a key of the cache names nobody: only its length counts', () => {
  const rule = { maxLength: 20, refusesContacts: true } as const
  expect(limited(limitEndUserId, { cacheKey: 'anna@example.org' }, rule).request.cacheKey).toBe('anna@example.org')
  expect(limited(limitEndUserId, { cacheKey: 'x'.repeat(21) }, rule).request.cacheKey).toMatch(HASH)
})
