// The target host is resolved before the proxy is used. // server 2
import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { hostCheck } from './proxied.ts'

test('a host that the guard refuses is refused each time, a good one is looked up once until the rules change', async () => {
  const hosts: string[] = []
  let rules = 'one'
  const lookup: LookupFunction = (host, _options, callback) => {
    hosts.push(host)
    callback(host.startsWith('inner') ? new Error('may not be reached') : null, '192.0.2.1', 4)
  }
  const { must: check } = hostCheck(lookup, () => rules)
  await expect(check('inner.test')).rejects.toThrow('may not be reached')
  await expect(check('inner.test')).rejects.toThrow('may not be reached')
  await check('good.test')
  await check('good.test')
  expect(hosts).toEqual(['inner.test', 'inner.test', 'good.test'])
  rules = 'two'
  await check('good.test')
  expect(hosts.at(-1)).toBe('good.test')
  expect(hosts).toHaveLength(4)
})
