import { relayWholeFirstByteTimeoutSeconds } from '@waystation/contract/options/relay'
import { expect, test } from 'vitest'
import { channelWith, optionsWith } from '../testing/step-parts.ts'
import { timeLimits } from './time-limits.ts'

const own = channelWith({ setting: '{"whole_first_byte_timeout_seconds":100}' })

test.each([
  ['a whole answer has the time of its option', channelWith(), 'chat', 590, 590],
  ['a drawing is taken within a minute', channelWith(), 'drawing', 590, 60],
  ['a drawing has no more than the option gives to all', channelWith(), 'drawing', 20, 20],
  ['a channel’s own time counts for drawings too', own, 'drawing', 590, 100],
] as const)('%s', (_what, channel, operation, option, seconds) => {
  const options = optionsWith([relayWholeFirstByteTimeoutSeconds, option])
  expect(timeLimits({ channel, isStreamed: false, operation }, options).firstByteMs).toBe(seconds * 1000)
})
