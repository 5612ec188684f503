// The judge of batches: it finds nothing where all is well, and each kind of fault by its name.
import { expect, test } from 'vitest'
import { type BatchFact, costOf, judgeBatch } from './batch-judge.ts'

function faults(batch: Partial<BatchFact>, answered: number | undefined, net: number, times = 1) {
  const found: string[] = []
  const charged = { net, house: undefined, kinds: new Map([['settle', times]]), log: undefined }
  judgeBatch({ taskId: 'b', requestId: 'r', vendorId: 'v', isOpen: false, ...batch }, answered, charged, (kind) => found.push(kind))
  return found
}

test('what was answered was charged once', () => {
  expect(costOf(3)).toBeGreaterThan(costOf(2))
  expect(faults({}, 3, costOf(3))).toEqual([])
})

test.each<[string, Partial<BatchFact>, number | undefined, number, number, string[]]>([
  ['one that never ended', { isOpen: true }, 3, 0, 1, ['wrong']],
  ['one that its vendor does not know', {}, undefined, 0, 1, ['wrong']],
  ['an answer that was not charged', {}, 3, costOf(2), 1, ['lost']],
  ['an answer that was charged though it failed', {}, 2, costOf(3), 1, ['double']],
  ['a batch that was charged twice', {}, 2, 2 * costOf(2), 2, ['double', 'double']],
])('%s is found', (_name, batch, answered, net, times, kinds) => {
  expect(faults(batch, answered, net, times)).toEqual(kinds)
})
