import { expect, test } from 'vitest'
import { assistant, call, limited, result, results, user } from '../../../testing/limited.ts'
import type { Turn } from '../../chat/request/request.ts'
import { pairCalls } from './pair-calls.ts'

const paired = (...turns: Turn[]) => limited((request, _, losses) => pairCalls(request, losses), { turns }, undefined)

test('well-ordered turns stay as they are', () => {
  const turns = [user('hi'), assistant(call('a'), call('b')), results(result('a', '1')), results(result('b', '2')), user('and?')]
  expect(paired(...turns)).toMatchObject({ request: { turns }, losses: [] })
})

test('a result moves up to its call', () => {
  const { request, losses } = paired(user('hi'), assistant(call('a')), user('wait'), results(result('a', '1')))
  expect(request.turns).toEqual([user('hi'), assistant(call('a')), results(result('a', '1')), user('wait')])
  expect(losses).toEqual([])
})

test('results stand in the order of their calls', () => {
  const { request } = paired(assistant(call('a'), call('b')), user('x'), results(result('b', '2'), result('a', '1')))
  expect(request.turns[1]).toEqual(results(result('a', '1'), result('b', '2')))
})

test('a call without a result has an empty one', () => {
  const { request, losses } = paired(assistant(call('a', 'weather')), user('never mind'))
  expect(request.turns[1]).toEqual(results({ kind: 'tool-result', toolCallId: 'a', toolName: 'weather', parts: [] }))
  expect(losses).toEqual([])
})

test("a result that answers no call becomes the user's words, and its link is named", () => {
  const { request, losses } = paired(user('hi'), results(result('lost', 'sunny')), user('and?'))
  expect(request.turns).toEqual([user('hi'), user('sunny'), user('and?')])
  expect(losses).toEqual(['turns[1].parts[0].toolCallId not-expressible'])
})

test('with one id for the calls of every turn, each result stays with the call before it', () => {
  const turns = [assistant(call('a')), results(result('a', '1')), assistant(call('a')), results(result('a', '2'))]
  expect(paired(...turns)).toMatchObject({ request: { turns }, losses: [] })
})

test('with one id for two calls of a turn, the results go by their order', () => {
  const { request, losses } = paired(assistant(call('a', 'f'), call('a', 'g')), results(result('a', '1'), result('a', '2')))
  expect(request.turns[1]).toEqual(results(result('a', '1'), result('a', '2')))
  expect(losses).toEqual([])
})
