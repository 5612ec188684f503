// Control 1. The tests of other things hash passwords at less cost.
import { expect, test } from 'vitest'
import { openPasswords } from './password.ts'

test("a password is stored at OWASP's cost", async () => {
  const passwords = await openPasswords()
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'wrong horse')).toBe(false)
})
