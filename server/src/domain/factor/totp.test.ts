import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** "12345678901234567890" in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** RFC 6238, appendix B, SHA-1: of the eight digits there, ours are the last six. */
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test.each(vectors)('RFC 6238: at %i seconds the code is that of the table', (seconds, eight) => {
  const code = eight.slice(2)
  const step = Math.floor(seconds / 30)
  expect(totpStep(SECRET, code, seconds * 1000)).toBe(step)
  for (const apart of [-1, 1]) expect(totpStep(SECRET, code, (seconds + apart * 30) * 1000)).toBe(step)
  for (const apart of [-2, 2, 100]) expect(totpStep(SECRET, code, (seconds + apart * 30) * 1000)).toBeUndefined()
})

test.each(['', '28708', '2870822', '94287082', 'abcdef', '28708２', ' 287082', '0x1234', '-28708'])('%j is no code', (code) => {
  expect(totpStep(SECRET, code, 59_000)).toBeUndefined()
})

test('a secret is 160 random bits, and apps can read its address', () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  const uri = new URL(totpUri({ secret, site: '驿站: a&b', username: 'ann?x=1' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ issuer: '驿站: a&b', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  })
})

test('recovery codes are ten different ones, known in any spelling and to their user only', () => {
  const sign = (use: string, text: string) => `${use} ${text}`
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
    const hash = recoveryCodeHash({ sign }, 7, code)
    for (const typed of [code.toUpperCase(), code.replace('-', ''), ` ${code.slice(0, 3)} ${code.slice(3)} `])
      expect(recoveryCodeHash({ sign }, 7, typed)).toBe(hash)
    expect(recoveryCodeHash({ sign }, 8, code)).not.toBe(hash)
  }
  for (const typed of ['', 'abcde', 'abcde-fghi1', 'abcde-fghij-k', '123456']) expect(recoveryCodeHash({ sign }, 7, typed)).toBeUndefined()
})

test.each([
  ['https://station.test', { id: 'station.test', origin: 'https://station.test' }],
  ['https://station.test:8443/ai', { id: 'station.test', origin: 'https://station.test:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://station.test', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::7]:3000', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['', undefined],
  ['station.test', undefined],
])('at %j passkeys are made for %j', (address, party) => {
  expect(relyingParty(address)).toEqual(party)
})
