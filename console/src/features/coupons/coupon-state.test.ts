import { expect, test } from 'vitest'
import { couponState, isFrozen, isOver, type StateFacts } from './coupon-state.ts'

const now = 1_800_000_000
const single: StateFacts = { status: 1, is_gift: false, max_uses: -1, used_count: 0, valid_from: 0, valid_until: 0 }
const gift: StateFacts = { ...single, is_gift: true, max_uses: 200 }

test.each<readonly [string, StateFacts, string, boolean]>([
  ['a single code', single, 'unused', false],
  ['a gift with uses left', { ...gift, used_count: 137 }, 'available', false],
  ['a gift without a limit', { ...gift, max_uses: -1, used_count: 1043 }, 'available', false],
  ['a code that begins later', { ...single, valid_from: now + 1 }, 'notYet', false],
  ['a code that begins now', { ...single, valid_from: now }, 'unused', false],
  ['a code in its last second', { ...single, valid_until: now + 1 }, 'unused', false],
  ['a code that has ended', { ...single, valid_until: now }, 'expired', true],
  ['a redeemed code', { ...single, status: 3, used_count: 1 }, 'used', true],
  ['a redeemed code whose time is over', { ...single, status: 3, used_count: 1, valid_until: now - 1 }, 'used', true],
  ['a gift that reached its limit', { ...gift, status: 3, used_count: 200 }, 'usedUp', true],
  ['a gift that reached its limit, with the status of before', { ...gift, used_count: 200 }, 'usedUp', true],
  ['a disabled code, whatever its time', { ...single, status: 2, valid_until: now - 1 }, 'disabled', true],
])('%s', (_name, code, state, over) => {
  expect(couponState(code, now)).toBe(state)
  expect(isOver(code, now)).toBe(over)
})

test('a code is frozen by its first use', () => {
  expect(isFrozen(single)).toBe(false)
  expect(isFrozen({ ...single, status: 2 })).toBe(false)
  expect(isFrozen({ ...gift, used_count: 1 })).toBe(true)
})
