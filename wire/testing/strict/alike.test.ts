// The list of the judges that speak OpenAI's chat dialect.
import { expect, test } from 'vitest'
import { alike } from './alike.ts'

test.each(Object.entries(alike))('%s stands under its own name and judges', (name, vendor) => {
  const path = vendor === alike.ollamaNative ? '/api/chat' : '/v1/chat/completions'
  const request = { path, headers: { authorization: 'Bearer key' } }

  expect(vendor.name.replace('-', '')).toBe(name.toLowerCase())
  expect(vendor.judge({ ...request, body: {} })?.status).toBeGreaterThanOrEqual(400)
})
