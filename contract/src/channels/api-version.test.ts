import { expect, test } from 'vitest'
import { isApiVersion, isDatedVersion, readTarget } from './api-version.ts'

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

const RESOURCE = 'https://house.openai.azure.com'

test.each([
  [`${RESOURCE}/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21`, RESOURCE, '2024-10-21'],
  [`${RESOURCE}/openai/responses?api-version=2025-04-01-preview`, RESOURCE, '2025-04-01-preview'],
  [`${RESOURCE}/openai/v1/chat/completions?api-version=preview`, RESOURCE, 'preview'],
  [`${RESOURCE}/?api-version=v1`, RESOURCE, 'v1'],
  ['https://gate.test/house/openai/deployments/a?api-version=2024-10-21', 'https://gate.test/house', '2024-10-21'],
])('%s is the address of a resource in a version', (address, base_url, other) => {
  expect(readTarget(address)).toEqual({ base_url, other })
})

test.each([
  RESOURCE,
  '',
  'no address',
  `${RESOURCE}/openai?api-version=latest`,
  `${RESOURCE}/openai?api-version=2024-10-21&code=1`,
  `${RESOURCE}/openai?api-version=2024-10-21#part`,
  `${RESOURCE}/models/chat/completions?api-version=2024-05-01-preview`,
])('%s names no version that can be taken out', (address) => {
  expect(readTarget(address)).toBeUndefined()
})
