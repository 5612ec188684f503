import { expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from '../../testing/growth.ts'
import { requestOf, user } from '../../testing/limited.ts'
import { lossList } from '../chat/losses/loss.ts'
import { withOriginalPaths, withPlaces } from './places.ts'

const tool = (name: string) => ({ kind: 'function', name }) as const
const request = withPlaces(requestOf({ turns: [user('a'), user('b')], tools: [tool('f'), tool('g')] }))

test('turns and tools know their places', () => {
  expect(request.turns.map(({ place }) => place)).toEqual([0, 1])
  expect(request.tools?.map(({ place }) => place)).toEqual([0, 1])
})

test('a loss is named by the place that the caller knows, and none of what the caller did not send', () => {
  const moved = { ...request, turns: [user('new'), ...request.turns], tools: request.tools?.slice(1) ?? [] }
  const log = lossList()
  const named = withOriginalPaths(moved, log)
  for (const path of ['turns[0].parts[0]', 'turns[2].parts[3].citations', 'tools[0].strict', 'sampling.topK', 'turns'])
    named.add(path, 'not-expressible')
  expect(log.losses.map(({ path }) => path)).toEqual(['turns[1].parts[3].citations', 'tools[1].strict', 'sampling.topK', 'turns'])
})

test('where nothing was moved the losses keep their paths', () => {
  const log = lossList()
  withOriginalPaths(request, log).add('turns[1].name', 'not-expressible')
  expect(log.losses).toEqual([{ path: 'turns[1].name', reason: 'not-expressible' }])
})

test('thousands of losses of a long conversation are named in linear time', () => {
  const work = (count: number) => {
    const long = withPlaces(requestOf({ turns: Array.from({ length: count }, () => user('a')) }))
    return () => {
      const log = lossList()
      const named = withOriginalPaths(long, log)
      for (let at = 0; at < count; at++) named.add(`turns[${at}].name`, 'not-expressible')
      if (log.losses.length < count) throw new Error('a loss is not named')
    }
  }
  expect(growthOf(work, 500)).toBeLessThan(MOST_IN_LINE)
})
