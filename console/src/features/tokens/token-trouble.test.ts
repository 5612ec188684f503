import { quota } from '@waystation/contract/money/quota'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { expect, test } from 'vitest'
import { expiresSoon, remainderTone } from './token-trouble.ts'

const { enabled, disabled, expired, exhausted } = tokenStatus
const funds = (left: number, used: number, status: number = enabled, unlimited_quota = false) => ({
  status,
  unlimited_quota,
  remain_quota: quota(left),
  used_quota: quota(used),
})

test.each([
  ['half of it left', funds(500, 500), undefined],
  ['a tenth left', funds(100, 900), 'amber'],
  ['a little more than a tenth left', funds(101, 899), undefined],
  ['unused, but less than one call may cost', funds(9, 0), 'amber'],
  ['used up', funds(0, 900, exhausted), 'red'],
  ['overdrawn', funds(-3, 900, exhausted), 'red'],
  ['no limit', funds(0, 900, enabled, true), undefined],
  ['disabled by hand', funds(1, 900, disabled), undefined],
  ['expired', funds(1, 900, expired), undefined],
])('the remainder of a token with %s', (_, token, tone) => {
  expect(remainderTone(token, 10)).toBe(tone)
})

test.each([
  ['in an hour', 3600, enabled, true],
  ['in three days', 3 * 86_400, enabled, true],
  ['in four days', 4 * 86_400, enabled, false],
  ['in an hour, but it is disabled', 3600, disabled, false],
])('a token that expires %s', (_, seconds, status, isSoon) => {
  expect(expiresSoon({ status, expired_time: 1000 + seconds }, 1000)).toBe(isSoon)
})

test('a token that never expires does not expire soon', () => {
  expect(expiresSoon({ status: enabled, expired_time: -1 }, 1000)).toBe(false)
})
