import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { noTokens } from '@waystation/wire/chat/reply/usage'
import { expect, test } from 'vitest'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import type { FrameReading } from '../reply.ts'
import { EndWatch } from './end-watch.ts'

const usage: WireUsage = { ...noTokens, raw: null }
const comment = [
  { event: '', data: undefined },
  { text: '', isProduce: false },
] as const
const frame = (reading: Partial<FrameReading> = {}) =>
  [
    { event: '', data: '{}' },
    { text: '', isProduce: false, ...reading },
  ] as const

function watched(choices: number) {
  const clock = drivenClock()
  let over = 0
  const watch = new EndWatch(choices, clock, () => {
    over += 1
  })
  return { clock, watch, isOver: () => over > 0 }
}

test('a stream is over five seconds after its last frame, comments aside', () => {
  const { clock, watch, isOver } = watched(1)
  watch.note(...frame({ text: 'a', isProduce: true }))
  clock.advance(60_000)
  watch.note(...frame({ ended: [0] }))
  clock.advance(60_000)
  expect(isOver()).toBe(false)
  watch.note(...frame({ usage }))
  clock.advance(4000)
  watch.note(...comment)
  clock.advance(500)
  expect(isOver()).toBe(false)
  watch.note(...frame({ text: 'b', isProduce: true }))
  clock.advance(4500)
  expect(isOver()).toBe(false)
  clock.advance(600)
  expect(isOver()).toBe(true)
})

test('thirty seconds after it had all, whatever still comes', () => {
  const { clock, watch, isOver } = watched(1)
  watch.note(...frame({ ended: [0], usage }))
  for (let seconds = 4; seconds < 30; seconds += 4) {
    clock.advance(4000)
    expect(isOver()).toBe(false)
    watch.note(...frame())
  }
  clock.advance(3000)
  expect(isOver()).toBe(true)
})

test('never before each of the requested answers has ended and a usage has come after the last', () => {
  const { clock, watch, isOver } = watched(2)
  watch.note(...frame({ ended: [0] }))
  watch.note(...frame({ usage }))
  clock.advance(60_000)
  expect(isOver()).toBe(false)
  watch.note(...frame({ ended: [1] }))
  clock.advance(60_000)
  expect(isOver()).toBe(false)
  watch.note(...frame({ usage }))
  clock.advance(5000)
  expect(isOver()).toBe(true)
})
