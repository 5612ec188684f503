import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what is no longer referred to is no longer counted, buffers too', () => {
  const used = () => {
    collectGarbage()
    return process.memoryUsage().external
  }
  const before = used()
  for (let round = 0; round < 10; round++) {
    const isHeld = Array.from({ length: 24 }, () => Buffer.alloc(1024 * 1024, 'A')).every(({ length }) => length > 0)
    expect(isHeld).toBe(true)
    expect(used() - before).toBeLessThan(1024 * 1024)
  }
})
