import { expect, test } from 'vitest'
import { growthOf, MOST_IN_LINE } from '../../../../testing/growth.ts'
import type { ToolCallPart } from '../../request/request.ts'
import { KnownCalls } from './known-calls.ts'

const call = (id: string, name: string): ToolCallPart => ({ kind: 'tool-call', id, name, argumentsText: '{}' })

test('calls of one id are written and answered in their order, and a result too many answers the last', () => {
  const parts = [call('0', 'first'), call('0', 'second'), call('1', 'other')]
  const calls = new KnownCalls([{ role: 'assistant', parts }])
  const written = parts.map((part) => calls.written(part))
  expect(written.map((each) => [each?.name, each?.order])).toEqual([
    ['first', 0],
    ['second', 1],
    ['other', 2],
  ])
  expect(['0', '0', '0'].map((id) => calls.answered(id)?.name)).toEqual(['first', 'second', 'second'])
  expect(written.map((each) => each?.isAnswered)).toEqual([true, true, false])
  expect(calls.answered('none')).toBeUndefined()
})

test('thousands of calls of one id find their results in linear time', () => {
  const work = (count: number) => {
    const parts = Array.from({ length: count }, (_, at) => call('0', `f${at}`))
    return () => {
      const calls = new KnownCalls([{ role: 'assistant', parts }])
      if (!parts.every(({ name }) => calls.answered('0')?.name === name)) throw new Error('a result found another call')
    }
  }
  expect(growthOf(work, 500)).toBeLessThan(MOST_IN_LINE)
})
