import { expect, test } from 'vitest'
import { Queue, Queues } from './queue.ts'

test('the first in is the first out, whatever is added in between', () => {
  const queue = new Queue(1, 2)
  expect([queue.take(), queue.take(), queue.take()]).toEqual([1, 2, undefined])
  queue.add(3)
  queue.add(4)
  expect(queue.take()).toBe(3)
  queue.add(5)
  expect([queue.take(), queue.take(), queue.take()]).toEqual([4, 5, undefined])
})

test('queues of different names do not meet', () => {
  const queues = new Queues<number>()
  queues.add('a', 1)
  queues.add('b', 2)
  queues.add('a', 3)
  expect([queues.take('a'), queues.take('b'), queues.take('b'), queues.take('a'), queues.take('c')]).toEqual([
    1,
    2,
    undefined,
    3,
    undefined,
  ])
  queues.add('a', 4)
  queues.clear()
  expect(queues.take('a')).toBeUndefined()
})
