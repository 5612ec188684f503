import { expect, test } from 'vitest'
import { spanIn } from './task-span.ts'

test('a span reaches an hour beyond now unless it has an end, in milliseconds for drawings', () => {
  expect(spanIn({ start_timestamp: '100' }, 1000, 200.7)).toEqual({ start_timestamp: '100000', end_timestamp: '3800999' })
  expect(spanIn({ start_timestamp: '100', end_timestamp: '150' }, 1, 200)).toEqual({ start_timestamp: '100', end_timestamp: '150' })
  expect(spanIn({ mj_id: 'a' }, 1000, 200)).toEqual({})
})
