import { expect, test } from 'vitest'
import { lossList } from '../chat/loss.ts'
import { requestOf, user } from '../testing/limited.ts'
import { byCallersPlaces, withPlaces } from './places.ts'

const tool = (name: string) => ({ kind: 'function', name }) as const
const request = withPlaces(requestOf({ turns: [user('a'), user('b')], tools: [tool('f'), tool('g')] }))

test('turns and tools know their places', () => {
  expect(request.turns.map(({ place }) => place)).toEqual([0, 1])
  expect(request.tools?.map(({ place }) => place)).toEqual([0, 1])
})

test('a loss is named by the place that the caller knows, and none of what the caller did not send', () => {
  const moved = { ...request, turns: [user('new'), ...request.turns], tools: request.tools?.slice(1) ?? [] }
  const log = lossList()
  const named = byCallersPlaces(moved, log)
  for (const path of ['turns[0].parts[0]', 'turns[2].parts[3].citations', 'tools[0].strict', 'sampling.topK', 'turns'])
    named.add(path, 'not-expressible')
  expect(log.losses.map(({ path }) => path)).toEqual(['turns[1].parts[3].citations', 'tools[1].strict', 'sampling.topK', 'turns'])
})

test('where nothing was moved the losses are those of the caller', () => {
  const log = lossList()
  expect(byCallersPlaces(request, log)).toBe(log)
})
