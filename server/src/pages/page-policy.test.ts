import { expect, test } from 'vitest'
import { plainOrigins } from './page-policy.ts'

test('chat programs of this device on plain http may be framed, no other machine on plain http, and nothing gets into the policy but origins', () => {
  const origins = plainOrigins([
    'http://localhost:3001/?key={key}',
    'http://localhost:3001/other',
    'http://chat.example/?k={key}',
    'http://chat.example; script-src *',
    'http://chat.example;sandbox',
    'https://safe.example/',
    'ama://set',
  ])
  expect(origins).toEqual(['http://localhost:3001'])
})
