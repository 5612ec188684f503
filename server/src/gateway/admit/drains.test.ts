import { expect, test } from 'vitest'
import { drains } from './drains.ts'

test('drains are counted for each user by itself', () => {
  const open = drains()
  open.start(1)
  open.start(1)
  open.start(2)
  expect([open.of(1), open.of(2), open.of(3)]).toEqual([2, 1, 0])
})

test('one that has ended counts no more, and ends once', () => {
  const open = drains()
  const end = open.start(1)
  open.start(1)
  end()
  end()
  expect(open.of(1)).toBe(1)
})
