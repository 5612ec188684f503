import { expect, test } from 'vitest'
import { sliceTone } from './HealthStrip.tsx'

test.each([
  ['idle', undefined],
  ['idle', [0, 0, 0]],
  ['good', [100, 0, 9]],
  ['slow', [100, 0, 10]],
  ['slow', [1, 0, 1]],
  ['slow', [100, 9, 0]],
  ['failed', [100, 10, 0]],
  ['failed', [1, 1, 0]],
] as const)('%s is %j', (tone, slice) => {
  expect(sliceTone(slice)).toBe(tone)
})
