import { expect, test } from 'vitest'
import { isApiVersion, isDatedVersion } from './api-version.ts'

test.each(['2024-10-21', '2025-04-01-preview'])('%s is a version of the older API', (version) => {
  expect([isApiVersion(version), isDatedVersion(version)]).toEqual([true, true])
})

test.each(['v1', 'preview'])('%s is the current API', (version) => {
  expect([isApiVersion(version), isDatedVersion(version)]).toEqual([true, false])
})

test.each(['', 'v2', 'latest', '2024-10', '2024-10-21-beta', '1999-10-21', '2024-10-21&x=1', 'x2024-10-21'])(
  '%s is no version',
  (version) => {
    expect([isApiVersion(version), isDatedVersion(version)]).toEqual([false, false])
  },
)
