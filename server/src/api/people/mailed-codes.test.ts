// Codes and links by mail: proving an address, a new password, binding an address.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser, setUserAccess } from '../../domain/user/user-store.ts'
import { PASSWORD, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'

let nowMs = Date.now()
const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
const person = { displayName: '', passwordHash: 'h', role: 1, group: 'default', language: '', quota: 0, cause: 'test' }

/** Milliseconds that processors worked for the threads of this process beside this one, where passwords are hashed. */
function otherThreadsMs(): number {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  return (all.user + all.system - own.user - own.system) / 1000
}

eachKind('mailed codes', (kind) => {
  let console: MailConsole
  let ann: Visitor
  beforeAll(async () => {
    console = await openMailConsole({ kind, now: () => nowMs })
    ann = await console.user('ann')
    await console.database.run(createUser, { ...person, username: 'bob', email: 'Bob@b.test' })
  })
  beforeEach(() => {
    nowMs += 60_000
  })
  afterAll(() => console.close())

  const ask = (
    line: string,
    values: Record<string, string>,
    more: { as?: Visitor; language?: string; headers?: Record<string, string> } = {},
  ) =>
    console.call(`GET ${line}?${query(values)}`, {
      as: more.as,
      headers: { 'accept-language': more.language ?? 'en', ...more.headers },
    })
  /** The mail that this call causes. */
  const mailOf = async (asking: () => ReturnType<typeof ask>) => {
    await console.outgoing.outbox.deliverDue()
    const before = console.smtp.mails.length
    const reply = await asking()
    expect(reply.json).toMatchObject({ success: true })
    return console.smtp.mail(before + 1)
  }
  const linkIn = (text: string) => new URL(/https:\S+/.exec(text)?.[0] ?? '')

  describe('a code for an address', () => {
    test('comes in the language of the request, from this site', async () => {
      const zh = await mailOf(() => ask('/api/verification', { email: 'new@a.test', turnstile: 'x' }, { language: 'zh-CN' }))
      expect(zh).toMatchObject({
        subject: '[驿站 <b>] 邮箱验证码',
        envelopeTo: ['new@a.test'],
        envelopeFrom: 'post@station.test',
        isTls: true,
      })
      expect(zh.html).toContain('驿站 &lt;b&gt;')
      expect(zh.messageId).toMatch(/^<[0-9A-Z]{26}@station\.test>$/)
      nowMs += 30_000
      const en = await mailOf(() => ask('/api/verification', { email: 'new@a.test' }))
      expect(en.subject).toBe('[驿站 <b>] Verification code')
      expect(en.text).toMatch(/^\d{6}$/m)
      expect(en.messageId).not.toBe(zh.messageId)
    })

    test('comes twice a minute at most, and ten times a day', async () => {
      await mailOf(() => ask('/api/verification', { email: 'eager@a.test' }))
      expect((await ask('/api/verification', { email: 'EAGER@a.test' })).json).toMatchObject({ code: 'code_too_soon' })
      for (let at = 0; at < 9; at += 1) {
        nowMs += 31_000
        await mailOf(() => ask('/api/verification', { email: 'eager@a.test' }))
      }
      nowMs += 31_000
      expect((await ask('/api/verification', { email: 'eager@a.test' })).json).toMatchObject({ code: 'code_too_soon' })
    })

    test('is not sent for an address that is in use, and the answer does not tell', async () => {
      const free = await ask('/api/verification', { email: 'free@b.test' })
      const mail = await mailOf(() => ask('/api/verification', { email: 'bob@b.test' }))
      const taken = await ask('/api/verification', { email: 'free2@b.test' })
      for (const reply of [free, taken]) expect({ ...reply.json, request_id: '' }).toMatchObject({ success: true, message: '', data: null })
      expect(mail.subject).toContain('already in use')
      expect(mail.text).not.toMatch(/\d{6}/)
    })

    test.each([
      [{ email: '' }, 'email_required'],
      [{ email: 'nobody' }, 'email_invalid'],
      [{ email: 'a@b.test;c@d.test' }, 'email_invalid'],
      [{ email: 'a@b.test\r\nBcc: c@d.test' }, 'email_invalid'],
      [{ email: `${'a'.repeat(60)}@b.test` }, 'email_invalid'],
      [{ email: 'a@xn--pple-43d.com' }, 'email_scripts'],
    ])('%j is refused in both languages', async (values, code) => {
      const [zh, en] = [await ask('/api/verification', values, { language: 'zh' }), await ask('/api/verification', values)]
      expect([zh.json.code, en.json.code]).toEqual([code, code])
      expect(zh.json.message).toMatch(/\p{Script=Han}/u)
      expect(en.json.message).not.toMatch(/\p{Script=Han}/u)
      expect(Object.keys(en.json.fields ?? {})).toEqual(['email'])
    })

    test('is sent to the accepted domains only, and to no alias, where that is set', async () => {
      await console.set('EmailDomainWhitelist', 'a.test, c.test')
      await console.set('EmailDomainRestrictionEnabled', true)
      await console.set('EmailAliasRestrictionEnabled', true)
      expect((await ask('/api/verification', { email: 'x@b.test' })).json).toMatchObject({ code: 'email_domain_refused' })
      expect((await ask('/api/verification', { email: 'x@sub.a.test' })).json).toMatchObject({ code: 'email_domain_refused' })
      for (const email of ['x+1@a.test', 'x.y@a.test']) {
        expect((await ask('/api/verification', { email })).json).toMatchObject({ code: 'email_alias_refused' })
        expect((await console.bind(ann, { email, code: '1' })).json).toMatchObject({ code: 'email_alias_refused' })
      }
      await mailOf(() => ask('/api/verification', { email: 'xy@A.TEST' }))
      await console.set('EmailDomainRestrictionEnabled', false)
      await console.set('EmailAliasRestrictionEnabled', false)
    })
  })

  describe('a new password', () => {
    test('SEC-11: comes for the link that was mailed, once, and ends all sessions', async () => {
      const carl = await console.user('carl')
      const code = await console.code('carl@c.test', carl)
      expect((await console.bind(carl, { email: 'carl@c.test', code })).json).toMatchObject({ success: true })
      const mail = await mailOf(() => ask('/api/reset_password', { email: ' CARL@c.test', turnstile: '' }))
      expect(mail.envelopeTo).toEqual(['carl@c.test'])
      const link = linkIn(mail.text)
      expect(link.origin + link.pathname).toBe('https://station.test/ai/user/reset')
      const body = Object.fromEntries(link.searchParams)
      expect(Object.keys(body)).toEqual(['email', 'token'])
      const wrong = await console.call('POST /api/user/reset', { body: { ...body, token: `${body.token}x` } })
      expect(wrong.json).toMatchObject({ success: false, code: 'reset_link_wrong' })
      expect((await console.call('POST /api/user/reset', { body: { ...body, email: 'bob@b.test' } })).json.success).toBe(false)

      const reply = await console.call('POST /api/user/reset', { body })
      expect(reply.json).toMatchObject({ success: true })
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.json.data).toMatch(/^[A-Za-z0-9]{16}$/)
      expect((await console.call('GET /api/user/self', { as: carl })).status).toBe(401)
      await expect(console.login('carl', PASSWORD)).rejects.toThrow()
      expect(await console.login('carl', reply.json.data)).toMatchObject({ id: carl.id })
      expect((await console.call('POST /api/user/reset', { body })).json).toMatchObject({ code: 'reset_link_wrong' })
      const audit = await console.database.read.selectFrom('audit').selectAll().execute()
      expect(JSON.stringify(audit)).not.toContain(body.token)
      expect(JSON.stringify(audit)).not.toContain(String(reply.json.data))
      expect(audit.filter(({ action }) => action === 'user.reset_password')).toMatchObject([{ actor_name: 'carl' }])
    })

    test('does not come after half an hour, nor after five wrong tokens', async () => {
      const late = Object.fromEntries(linkIn((await mailOf(() => ask('/api/reset_password', { email: 'bob@b.test' }))).text).searchParams)
      nowMs += 30 * 60_000
      expect((await console.call('POST /api/user/reset', { body: late })).json).toMatchObject({ code: 'reset_link_wrong' })
      const body = Object.fromEntries(linkIn((await mailOf(() => ask('/api/reset_password', { email: 'bob@b.test' }))).text).searchParams)
      for (let at = 0; at < 5; at += 1) await console.call('POST /api/user/reset', { body: { ...body, token: String(at) } })
      expect((await console.call('POST /api/user/reset', { body })).json).toMatchObject({ code: 'reset_link_wrong' })
    })

    test('SEC-11: of many who redeem one link at the same time one gets it', async () => {
      const body = Object.fromEntries(linkIn((await mailOf(() => ask('/api/reset_password', { email: 'bob@b.test' }))).text).searchParams)
      const replies = await Promise.all(Array.from({ length: 8 }, () => console.call('POST /api/user/reset', { body })))
      const passwords = replies.filter(({ json }) => json.success)
      expect(passwords).toHaveLength(1)
      expect(await console.login('bob', passwords[0]?.json.data)).toBeDefined()
    })

    test('asking for it looks the same for every address, and strangers get no mail', async () => {
      const gone = await console.database.run(createUser, { ...person, username: 'gone', email: 'gone@b.test' })
      await console.database.run(setUserAccess, { userId: gone, isDeleted: true })
      await console.outgoing.outbox.deliverDue()
      const before = console.smtp.mails.length
      const shapes: string[] = []
      for (const email of ['bob@b.test', 'nobody@b.test', 'gone@b.test']) {
        const replies = [await ask('/api/reset_password', { email }), await ask('/api/reset_password', { email })]
        shapes.push(JSON.stringify(replies.map(({ status, json }) => ({ status, ...json, request_id: '' }))))
      }
      expect(new Set(shapes).size).toBe(1)
      expect(shapes[0]).toContain('code_too_soon')
      await console.outgoing.outbox.deliverDue()
      expect(console.smtp.mails).toHaveLength(before + 1)
      expect((await console.call('POST /api/user/reset', { body: { email: 'gone@b.test', token: 'x' } })).json.code).toBe(
        'reset_link_wrong',
      )
    })

    test('SEC-11: takes about the same work to ask for, whoever has the address', async () => {
      let mailedFirst = 0
      const works: Record<string, number[]> = { known: [], unknown: [] }
      for (let at = 0; at < 15; at += 1) {
        await console.database.run(createUser, { ...person, username: `known${at}`, email: `known${at}@b.test` })
        for (const kind of at % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
          const sent = console.smtp.mails.length
          const before = otherThreadsMs()
          expect((await ask('/api/reset_password', { email: `${kind}${at}@b.test` })).json.success).toBe(true)
          works[kind]?.push(otherThreadsMs() - before)
          mailedFirst += console.smtp.mails.length - sent
          await console.outgoing.outbox.deliverDue()
        }
      }
      // If the mail were waited for, all of them would have come before the answer.
      expect(mailedFirst).toBeLessThan(15)
      // A password's hash would take another thread thirty milliseconds and more. The least were not disturbed by others.
      const least = (list: number[] = []) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 4)] ?? 0
      expect(Math.abs(least(works.known) - least(works.unknown))).toBeLessThan(15)
    })

    test('SEC-11: its link is built from the address of the site, never from a header', async () => {
      const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
      const mail = await mailOf(() => ask('/api/reset_password', { email: 'bob@b.test' }, { headers }))
      expect(mail.raw).not.toContain('evil.test')
      expect(linkIn(mail.text).host).toBe('station.test')
    })
  })

  describe('binding an address', () => {
    test("makes it the user's own, and tells the former one", async () => {
      const code = await console.code('ann@a.test', ann)
      expect((await console.bind(ann, { email: 'ann@a.test', code })).json).toMatchObject({
        success: true,
        data: null,
      })
      expect((await console.call('GET /api/user/self', { as: ann })).json.data).toMatchObject({ email: 'ann@a.test' })
      const next = await console.code('ann2@a.test', ann)
      const notice = await mailOf(() => console.bind(ann, { email: 'ann2@a.test', code: next }))
      expect(notice).toMatchObject({ envelopeTo: ['ann@a.test'], subject: '[驿站 <b>] Your email address was changed' })
      expect(notice.text).toContain('ann2@a.test')
      expect((await console.bind(ann, { email: 'ann2@a.test', code: next })).json).toMatchObject({
        code: 'code_wrong',
      })
      expect(await console.login('ann2@a.test')).toMatchObject({ id: ann.id })
    })

    test('is told in the inbox, also where there was none before', async () => {
      const gwen = await console.user('gwen')
      const code = await console.code('gwen@a.test', gwen)
      expect((await console.bind(gwen, { email: 'gwen@a.test', code })).json).toMatchObject({ success: true })
      expect((await console.call('GET /api/user/messages', { as: gwen })).text).toContain('gwen@a.test')
    })

    test('takes a code that was sent to this user for this, and no other', async () => {
      const dora = await console.user('dora')
      const code = await console.code('dora@a.test', dora)
      const forRegistering = await console.code('dora3@a.test')
      const bind = async (values: { email: string; code: string }, as: Visitor) => (await console.bind(as, values)).json
      expect(await bind({ email: 'dora@a.test', code }, ann)).toMatchObject({ code: 'code_wrong' })
      expect(await bind({ email: 'dora2@a.test', code }, dora)).toMatchObject({ code: 'code_wrong' })
      expect(await bind({ email: 'dora3@a.test', code: forRegistering }, dora)).toMatchObject({ code: 'code_wrong' })
      expect(await bind({ email: 'dora@a.test', code: '' }, dora)).toMatchObject({ code: 'email_code_required' })
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      for (let at = 0; at < 5; at += 1)
        expect(await bind({ email: 'dora@a.test', code: wrong }, dora)).toMatchObject({ code: 'code_wrong' })
      expect(await bind({ email: 'dora@a.test', code }, dora)).toMatchObject({ code: 'code_wrong' })
    })

    test('gives an address to one of two who proved it', async () => {
      const [erin, finn] = [await console.user('erin'), await console.user('finn')]
      const codes = [await console.code('both@a.test', erin), await console.code('both@a.test', finn)]
      const replies = await Promise.all(
        [erin, finn].map((as, at) => console.bind(as, { email: at ? 'BOTH@a.test' : 'both@a.test', code: codes[at] ?? '' })),
      )
      expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
      expect(replies.filter(({ json }) => json.code === 'email_taken')).toHaveLength(1)
      // Nobody is told a code for an address of somebody else.
      const mail = await mailOf(() => ask('/api/verification', { email: 'bob@b.test' }, { as: erin }))
      expect(mail.subject).toContain('already in use')
    })

    test('demands a login and the header that names the user', async () => {
      expect((await ask('/api/oauth/email/bind', { email: 'x@a.test', code: '1' })).status).toBe(401)
      const { json } = await console.call('GET /api/oauth/email/bind?email=x@a.test&code=1', { headers: { cookie: ann.cookie } })
      expect(json).toMatchObject({ code: 'user_header_mismatch' })
    })
  })

  test('no code, link or address stands in the tables in plain text', async () => {
    // A mail has come before its delivery is noted.
    await console.outgoing.outbox.deliverDue()
    const outbox = await console.database.read.selectFrom('outbox').selectAll().execute()
    expect(outbox.length).toBeGreaterThan(20)
    expect(JSON.stringify(outbox)).not.toMatch(/@[ab]\.test|user\/reset/)
    expect(outbox.every(({ state, body }) => state === 'delivered' && body === '')).toBe(true)
  })
})

test('thirty mails with codes a day reach an address, however many users ask for them', async () => {
  const console = await openMailConsole({ now: () => nowMs })
  const email = 'victim@v.test'
  const askers = [await console.user('u1'), await console.user('u2'), await console.user('u3'), await console.user('u4')]
  const codes: unknown[] = []
  for (let at = 0; at < 9; at += 1) {
    nowMs += 31_000
    for (const as of askers) codes.push((await console.call(`GET /api/verification?email=${email}`, { as })).json.code)
  }
  expect(codes.filter((code) => code === undefined)).toHaveLength(30)
  expect(codes.slice(30)).toEqual(Array(6).fill('code_too_soon'))
  await console.outgoing.outbox.deliverDue()
  expect(console.smtp.mails).toHaveLength(30)
  await console.close()
})
