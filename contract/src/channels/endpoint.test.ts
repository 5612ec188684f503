import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, isWrite } from './endpoint.ts'

const read = { method: 'GET', path: '/api/thing', summary: 'A thing', access: 'user', data: z.null() } as const

// server 18
test('a GET that is audited must declare whether it writes', () => {
  expect(() => endpoint({ ...read, audit: 'log.clean-up' })).toThrow('does not say whether it writes')
  expect(isWrite(endpoint({ ...read, audit: 'token.update', writes: true }))).toBe(true)
  expect(isWrite(endpoint({ ...read, audit: 'log.clean-up', writes: false }))).toBe(false)
  expect(isWrite(endpoint(read))).toBe(false)
  expect(isWrite(endpoint({ ...read, method: 'POST' }))).toBe(true)
})

test('what writes cannot do without the cross-site check', () => {
  expect(() => endpoint({ ...read, writes: true, csrf: false })).toThrow('no cross-site check')
  expect(() => endpoint({ ...read, method: 'DELETE', csrf: false })).toThrow('no cross-site check')
})

test('the parameters of a path are those that have a schema', () => {
  expect(() => endpoint({ ...read, path: '/api/thing/{id}' })).toThrow('parameters id are typed as')
})
