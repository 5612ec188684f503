import { expect, test } from 'vitest'
import { isNewer } from './update-check.ts'

test.each([
  ['v1.10.0', '1.9.2', true],
  ['1.0', '1.0.0', false],
  ['1.0.1', '1.0', true],
  ['0.9.9', '1.0.0', false],
  ['1.2.0', '1.2.0-rc.1', true],
  ['1.2.0-rc.1', '1.2.0', false],
  ['1.2.0-rc.2', '1.2.0-rc.1', false],
  ['latest', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected)
})
