// Guesses by the hundred at one account's mailed codes and at the link for a new password (controls 14 and 15): hardly any of them is compared
// with a code, the right code among them is worth nothing, and the owner gets in afterwards. Guesses at passwords: api/people/login.test.ts.
import { isWhole } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Reply, Visitor } from '../testing/console.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../testing/mail-console.ts'

// Registering hashes a password before it looks at the code; a thousand real hashes would take a minute.
vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string) => `plain ${password}`,
  verify: async (stored: string, password: string) => stored === `plain ${password}`,
}))

const DAY_MS = 86_400_000
const CODES_PER_DAY = 10
/** A code is compared with five. */
const GUESSES_PER_CODE = isWhole ? 100 : 25
const GUESSES = CODES_PER_DAY * GUESSES_PER_CODE
let nowMs = Date.now()

eachKind('guessing what was mailed', (kind) => {
  let console: MailConsole
  let ann: Visitor
  beforeAll(async () => {
    nowMs = Date.now()
    console = await openMailConsole({ kind, now: () => nowMs })
    await console.set('EmailVerificationEnabled', true)
    // Of so many at once from one network most would be refused before their code is looked at.
    await console.set('RegistrationsPerNetwork', 1000)
    ann = await console.user('ann')
  })
  afterAll(() => console.close())

  interface Kind {
    /** Asks for a code, and answers with it. */
    ask(): Promise<string>
    redeem(code: string, from: string): Promise<Reply>
    /** A code of the right form that is another. */
    wrong(code: string, at: number): string
  }

  const nextDigits = (code: string, at: number) => String((Number(code) + at) % 1_000_000).padStart(6, '0')
  const registering = (email: string): Kind => ({
    ask: () => console.code(email),
    redeem: (code, from) =>
      console.call('POST /api/user/register', {
        body: { username: 'newcomer', password: 'a long password', password2: 'a long password', email, verification_code: code },
        from,
      }),
    wrong: nextDigits,
  })
  const binding = (email: string): Kind => ({
    async ask() {
      await console.confirm(ann, 'ways_in')
      return console.code(email, ann)
    },
    redeem: (code, from) => console.bind(ann, { email, code }, from),
    wrong: nextDigits,
  })
  const resetting = (email: string): Kind => ({
    async ask() {
      await console.outgoing.outbox.deliverDue()
      const before = console.smtp.mails.length
      expect((await console.call(`GET /api/reset_password?email=${email}`)).json.success).toBe(true)
      const { text } = await console.smtp.mail(before + 1)
      return new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? ''
    },
    redeem: (code, from) => console.call('POST /api/user/reset', { body: { email, token: code }, from }),
    wrong: (code, at) => `${code.slice(0, -4)}${String(at).padStart(4, '0')}`,
  })

  /** Guesses at the codes of a day. Answers how many were compared with one. */
  async function guessAll({ ask, redeem, wrong }: Kind): Promise<{ guesses: number; compared: number }> {
    const count = { guesses: 0, compared: 0 }
    for (let round = 0; round < CODES_PER_DAY; round += 1) {
      nowMs += 60_000
      const code = await ask()
      const before = await triesLeft()
      const guess = async (text: string, at: number) => {
        const { json } = await redeem(text, `198.18.${round}.${at}`)
        expect([json.success, json.code]).toEqual([false, expect.stringMatching(/^(code|reset_link)_wrong$/)])
        count.guesses += 1
      }
      const wrongOnes = Array.from({ length: GUESSES_PER_CODE - 1 }, (_, at) => at + 1)
      await Promise.all(wrongOnes.map((at) => guess(wrong(code, at), at)))
      await guess(code, GUESSES_PER_CODE)
      count.compared += before - (await triesLeft())
    }
    return count
  }

  /** Of all codes that are there. */
  async function triesLeft(): Promise<number> {
    const rows = await console.database.read.selectFrom('one_time_code').select('tries_left').execute()
    return rows.reduce((sum, row) => sum + row.tries_left, 0)
  }

  /** Four wrong ones and then the right one, on another day. */
  async function ownerGetsIn({ ask, redeem, wrong }: Kind): Promise<Reply> {
    nowMs += DAY_MS
    const code = await ask()
    for (let at = 1; at <= 4; at += 1) expect((await redeem(wrong(code, at), '203.0.113.9')).json.success).toBe(false)
    const reply = await redeem(code, '203.0.113.9')
    expect(reply.json).toMatchObject({ success: true })
    return reply
  }

  test.each([
    ['a code to register with', () => registering('newcomer@a.test')],
    ['a code to link an address with', () => binding('ann@a.test')],
    // By now ann has that address.
    ['the link for a new password', () => resetting('ann@a.test')],
  ] as const)('hundreds of guesses at %s in a day compare at most sixty, and the owner gets in', async (_name, kindOf) => {
    const kind = kindOf()
    const { guesses, compared } = await guessAll(kind)
    expect(guesses).toBe(GUESSES)
    expect(compared).toBe(50)
    await ownerGetsIn(kind)
  })

  test('guesses at one account leave the codes of others alone', async () => {
    nowMs += DAY_MS
    const [bob, eve] = [await console.user('bob'), await console.user('eve')]
    const code = await console.code('shared@a.test', bob)
    for (let at = 1; at <= 20; at += 1) await console.bind(eve, { email: 'shared@a.test', code: nextDigits(code, at) })
    expect((await console.bind(bob, { email: 'shared@a.test', code })).json).toMatchObject({
      success: true,
    })
  })
})
