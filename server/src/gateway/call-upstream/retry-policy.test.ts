import {
  autoRetryCount,
  autoRetryEnabled,
  autoRetryForceChannelSwitch,
  autoRetryStatusCodes,
  retryTimes,
} from '@waystation/contract/options/global'
import { relayRetryAfterSilence } from '@waystation/contract/options/relay'
import { expect, test } from 'vitest'
import type { Attempt, RoutePlan } from '../attempt.ts'
import { optionsWith } from '../testing/step-parts.ts'
import type { FailureFacts } from '../upstream/failure.ts'
import { attemptsAllowed, mayRetry } from './retry-policy.ts'

const answered = (status: number): FailureFacts => ({
  code: 'upstream_error',
  endReason: 'upstream_error',
  status,
  kind: 'answer',
  detail: '',
})
const failed = (kind: FailureFacts['kind']): FailureFacts => ({ ...answered(kind === 'silence' ? 504 : 502), kind })
const off = optionsWith()
const on = optionsWith([autoRetryEnabled, true])

test.each([
  [400, false],
  [401, true],
  [403, true],
  [404, true],
  [413, false],
  [415, false],
  [422, false],
  [408, false],
  [307, true],
  [429, true],
  [500, true],
  [502, true],
  [504, false],
  [524, false],
])('with automatic retry off, %i is retried: %s (vector 20)', (status, expected) => {
  expect(mayRetry(answered(status), off)).toBe(expected)
})

test.each([
  [400, false],
  [404, true],
  [413, false],
  [422, false],
  [401, true],
  [408, true],
  [429, true],
  [504, true],
])('with automatic retry on, %i is retried: %s', (status, expected) => {
  expect(mayRetry(answered(status), on)).toBe(expected)
})

test.each([off, on])('a second channel that does not know the model is the last', (options) => {
  expect([1, 2].map((missing) => mayRetry(answered(404), options, missing))).toEqual([true, false])
})

test('only the listed statuses are retried', () => {
  const options = optionsWith([autoRetryEnabled, true], [autoRetryStatusCodes, ['429', '500-503']])
  expect([429, 500, 503, 504, 401].map((status) => mayRetry(answered(status), options))).toEqual([true, true, true, false, false])
})

test('a lost connection is always retried, silence only where the admin allows it', () => {
  expect(mayRetry(failed('connection'), off)).toBe(true)
  expect(mayRetry(failed('silence'), off)).toBe(false)
  expect(mayRetry(failed('silence'), on)).toBe(false)
  expect(mayRetry(failed('silence'), optionsWith([relayRetryAfterSilence, true]))).toBe(true)
})

const planOf = (count: number, isPinned = false): RoutePlan => ({
  isPinned,
  considered: { tiers: [], autoDisabled: [], skipped: [] },
  attempts: Array.from({ length: count }, (_, id) => ({ channel: { id, setting: {} } }) as unknown as Attempt),
})
const ids = (attempts: readonly Attempt[]) => attempts.map((attempt) => attempt.channel.id)

test('RetryTimes further channels are tried, none twice, and a pinned one alone', () => {
  const options = optionsWith([retryTimes, 2])
  expect(ids(attemptsAllowed(planOf(5), options))).toEqual([0, 1, 2])
  expect(ids(attemptsAllowed(planOf(1), options))).toEqual([0])
  expect(ids(attemptsAllowed(planOf(5, true), options))).toEqual([0])
})

test('automatic retry goes round again, unless every try must be another channel', () => {
  const options = (force: boolean) => optionsWith([autoRetryEnabled, true], [autoRetryCount, 3], [autoRetryForceChannelSwitch, force])
  expect(ids(attemptsAllowed(planOf(2), options(false)))).toEqual([0, 1, 0, 1])
  expect(ids(attemptsAllowed(planOf(2), options(true)))).toEqual([0, 1])
})
