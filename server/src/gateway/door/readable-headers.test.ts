import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { expect, test } from 'vitest'
import { readableHeaders } from './readable-headers.ts'

test.each<[dialect: ClientDialectName, headers: object]>([
  ['openai-chat', { 'x-request-id': 'call-1' }],
  ['openai-responses', { 'x-request-id': 'call-1' }],
  ['anthropic-messages', { 'x-request-id': 'call-1', 'request-id': 'call-1' }],
  ['gemini-generate', { 'x-request-id': 'call-1' }],
])('a program of %s finds the id of its request where it looks', (dialect, headers) => {
  expect(readableHeaders(dialect, { id: 'call-1', headers: {} })).toEqual(headers)
})

test('a page of another origin may read the answer, and every header that is ours', () => {
  const headers = readableHeaders('anthropic-messages', { id: 'call-1', headers: { origin: 'https://page.example' } })
  expect(headers['access-control-allow-origin']).toBe('*')
  const exposed = headers['access-control-expose-headers']?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['x-request-id', 'request-id', 'x-waystation-lost', 'retry-after', 'retry-after-ms']))
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})
