import { splitKeys } from '@waystation/contract/channels/channel-key'
import { expect, test } from 'vitest'
import { asOneLine } from './pasted-keys.ts'

test('lines that are pasted become keys with commas between them', () => {
  expect(asOneLine('sk-one ', 'sk-two\r\n\n sk-three\n')).toBe('sk-one, sk-two, sk-three')
})

test('a JSON document in lines stays one key', () => {
  const documents = ['a', 'b'].map((name) => ({ type: 'service_account', client_email: `${name}@p`, private_key: 'A,\nB' }))
  const pasted = documents.map((document) => JSON.stringify(document, null, 2)).join('\n')
  expect(splitKeys(asOneLine('', pasted), 'document')).toEqual(documents.map((document) => JSON.stringify(document)))
})
