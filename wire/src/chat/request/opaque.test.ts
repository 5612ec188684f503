import { expect, test } from 'vitest'
import { UNKNOWN_SIGNER, unwrapOpaque, wrapOpaque } from './opaque.ts'

const usual = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/')
const address = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

test.each(['', 'ab+/cd==', 'gAAA-_bb', 'plain', 'one+', 'one_'])(
  'the token %j comes home whichever alphabet of base64 a library prints it in, whoever signed it',
  (text) => {
    for (const signedBy of ['anthropic-messages', 'openai-responses', 'cohere', UNKNOWN_SIGNER]) {
      const wrapped = wrapOpaque({ text, signedBy }, 'gemini-generate')
      for (const printed of [wrapped, usual(wrapped), address(wrapped)])
        expect(unwrapOpaque(printed, 'gemini-generate')).toEqual({ text, signedBy })
      // What stands before the token fills whole groups of base64 letters.
      expect(wrapped.length - text.length).toBe(4 * Math.trunc((wrapped.length - text.length) / 4))
      expect(wrapped).toMatch(/^[A-Za-z0-9+/=_-]*$/)
    }
  },
)

test('a token that is no base64 is left as it was', () => {
  const token = { text: 'a+b-c', signedBy: 'cohere' }
  expect(unwrapOpaque(wrapOpaque(token, 'gemini-generate'), 'gemini-generate')).toEqual(token)
})

test('a token of the own vendor is bare', () => {
  expect(wrapOpaque({ text: 'ab-_', signedBy: 'cohere' }, 'cohere')).toBe('ab-_')
  expect(unwrapOpaque('ab-_', 'cohere')).toEqual({ text: 'ab-_', signedBy: 'cohere' })
})
