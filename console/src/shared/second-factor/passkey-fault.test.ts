import { expect, test } from 'vitest'
import { passkeyFault } from './passkey-fault.ts'

const status = { passkey_login: true, server_address: 'https://way.example/' }
const HERE = 'https://way.example'

test('passkeys can be used at the address of the server', () => {
  expect(passkeyFault(status, HERE, true)).toBeUndefined()
})

test.each([
  ['the server has no address for them', { ...status, passkey_login: false }, HERE, true, 'server'],
  ['the status has not come yet', undefined, HERE, true, 'server'],
  ['the page came from another host', status, 'https://10.0.0.7', true, 'address'],
  ['the page came without https', status, 'http://way.example', true, 'address'],
  ['the browser knows none', status, HERE, false, 'browser'],
])('they cannot when %s', (_case, given, origin, isAble, fault) => {
  expect(passkeyFault(given, origin, isAble)).toBe(fault)
})
