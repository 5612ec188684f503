// SEC-11: a forgotten password. Nobody gets in by guessing, by another's link, by one that was used, or by a host that they named, and
// nobody learns whose address it is.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../domain/user/user-store.ts'
import { PASSWORD, type Reply, type Visitor } from '../testing/console.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../testing/mail-console.ts'

let nowMs = Date.now()
const person = { displayName: '', passwordHash: 'h', role: 1, group: 'default', language: '', quota: 0, cause: 'test' }

eachKind('a forgotten password', (kind) => {
  let console: MailConsole
  let people = 0
  beforeAll(async () => {
    console = await openMailConsole({ kind, now: () => nowMs })
  })
  beforeEach(() => {
    nowMs += 60_000
  })
  afterAll(() => console.close())

  /** A user with an address, who is logged in. */
  async function somebody(): Promise<Visitor & { readonly email: string }> {
    people += 1
    const visitor = await console.user(`user${people}`)
    const email = `user${people}@a.test`
    const code = await console.code(email, visitor)
    const bound = await console.bind(visitor, { email, code })
    expect(bound.json.success).toBe(true)
    return { ...visitor, email }
  }
  const askFor = (email: string, headers: Readonly<Record<string, string>> = {}) =>
    console.call(`GET /api/reset_password?email=${encodeURIComponent(email)}`, { headers })
  /** The address and token of the link that is mailed. */
  async function linkFor(email: string, headers?: Readonly<Record<string, string>>) {
    nowMs += 31_000
    await console.outgoing.outbox.deliverDue()
    const before = console.smtp.mails.length
    expect((await askFor(email, headers)).json.success).toBe(true)
    const mail = await console.smtp.mail(before + 1)
    const link = new URL(/https:\S+/.exec(mail.text)?.[0] ?? '')
    return { mail, link, token: link.searchParams.get('token') ?? '' }
  }
  const redeem = (email: string, token: string) => console.call('POST /api/user/reset', { body: { email, token } })
  const isRefused = ({ json }: Reply) => json.code === 'reset_link_wrong'

  test('SEC-11: a token has 256 bits, is never given twice, and is stored as a hash', async () => {
    const { email } = await somebody()
    const tokens: string[] = []
    for (let at = 0; at < 6; at += 1) tokens.push((await linkFor(email)).token)
    expect(new Set(tokens).size).toBe(tokens.length)
    // 43 of 62 letters and digits are 256 bits.
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{43}$/)
    const rows = JSON.stringify(await console.database.read.selectFrom('one_time_code').selectAll().execute())
    for (const token of tokens) expect(rows).not.toContain(token)
    // A newer link takes the place of the one before.
    expect(isRefused(await redeem(email, tokens.at(-2) ?? ''))).toBe(true)
    expect((await redeem(email, tokens.at(-1) ?? '')).json.success).toBe(true)
  })

  test('SEC-11: five wrong tokens, one after another or at the same time, and the right one is worth nothing', async () => {
    for (const isAtOnce of [false, true]) {
      const { email } = await somebody()
      const { token } = await linkFor(email)
      const others = [...'abcdef'].filter((letter) => letter !== token[0])
      const guesses = others.slice(0, 5).map((letter) => letter + token.slice(1))
      if (isAtOnce) await Promise.all(guesses.map((guess) => redeem(email, guess)))
      else for (const guess of guesses) expect(isRefused(await redeem(email, guess))).toBe(true)
      expect(isRefused(await redeem(email, token)), String(isAtOnce)).toBe(true)
    }
    // Four leave it as it is.
    const { email } = await somebody()
    const { token } = await linkFor(email)
    for (let at = 0; at < 4; at += 1) await redeem(email, String(at))
    expect((await redeem(email, token)).json.success).toBe(true)
  })

  test('SEC-11: a token counts once, also where many bring it at the same time', async () => {
    const { email } = await somebody()
    const { token } = await linkFor(email)
    const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(email, token)))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    expect(replies.filter(isRefused)).toHaveLength(19)
  })

  test('SEC-11: a token is for one address and one purpose', async () => {
    const [ann, bob] = [await somebody(), await somebody()]
    const mine = await linkFor(ann.email)
    const theirs = await linkFor(bob.email)
    const code = await console.code('new@a.test')
    for (const [email, token] of [
      [bob.email, mine.token],
      [ann.email, theirs.token],
      ['', mine.token],
      ['%', mine.token],
      [`${ann.email},${bob.email}`, mine.token],
      [`${bob.email}\n${ann.email}`, mine.token],
      [ann.email, code],
      ['new@a.test', code],
      [ann.email, ''],
      [ann.email, mine.token.toLowerCase()],
    ] as const) {
      nowMs += 31_000
      expect((await redeem(email, token)).json.success, `${email} ${token}`).toBe(false)
    }
    expect((await redeem(bob.email, theirs.token)).json.success).toBe(true)
    // Nor does a token of a link prove an address.
    const bound = await console.bind(bob, { email: ann.email, code: mine.token })
    expect(bound.json.success).toBe(false)
  })

  test('SEC-11: it ends every session and the access token, wherever they are', async () => {
    const user = await somebody()
    const second = await console.login(user.username)
    const token = String((await console.call('POST /api/user/token', { as: user })).json.data)
    const program = { headers: { authorization: `Bearer ${token}`, 'waystation-user': String(user.id) } }
    const states = async () => [
      (await console.call('GET /api/user/self', { as: user })).status,
      (await console.call('GET /api/user/self', { as: second })).status,
      (await console.call('GET /api/user/self', program)).status,
    ]
    expect(await states()).toEqual([200, 200, 200])
    const link = await linkFor(user.email)
    const reply = await redeem(user.email, link.token)
    expect(await states()).toEqual([401, 401, 401])
    await expect(console.login(user.username, PASSWORD)).rejects.toThrow()
    expect(await console.login(user.username, reply.json.data)).toMatchObject({ id: user.id })
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  test('SEC-11: the answer is the same for a known, an unknown, a banned and a deleted address', async () => {
    const [known, banned, gone] = [await somebody(), await somebody(), await somebody()]
    await console.call('POST /api/user/manage', { as: console.admin, body: { id: banned.id, action: 'disable' } })
    await console.call('POST /api/user/manage', { as: console.admin, body: { id: gone.id, action: 'delete' } })
    nowMs += 31_000
    const shapes = new Map<string, unknown>()
    for (const email of [known.email, 'unknown@a.test', banned.email, gone.email, known.email.toUpperCase().replace('USER', 'nobody')]) {
      const both = [await askFor(email), await askFor(email)]
      const { 'x-request-id': _id, date: _date, ...headers } = both[0]?.headers ?? {}
      shapes.set(email, { headers, replies: both.map(({ status, json }) => ({ status, ...json, request_id: '' })) })
    }
    expect(new Set([...shapes.values()].map((shape) => JSON.stringify(shape))).size).toBe(1)
    // Nor does redeeming tell: a wrong token is wrong, whoever has the address.
    const wrong = await Promise.all([known.email, 'unknown@a.test', gone.email].map((email) => redeem(email, 'wrong')))
    expect(new Set(wrong.map(({ status, json }) => JSON.stringify({ status, ...json, request_id: '' }))).size).toBe(1)
  })

  const hosts: Readonly<Record<string, string>>[] = [
    { host: 'evil.test' },
    { host: 'station.test.evil.test' },
    { host: 'station.test@evil.test' },
    { 'x-forwarded-host': 'evil.test' },
    { 'x-host': 'evil.test', 'x-original-host': 'evil.test', 'x-http-host-override': 'evil.test' },
    { 'x-forwarded-server': 'evil.test', 'x-forwarded-proto': 'http', 'x-forwarded-port': '8080', 'x-forwarded-prefix': '/evil.test' },
    { forwarded: 'host=evil.test;proto=http' },
    { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-original-url': 'https://evil.test/', 'x-rewrite-url': '//evil.test/' },
    { referer: 'https://console.test/?evil.test', 'accept-language': 'en;evil.test' },
  ]
  test.each(hosts)('SEC-11: the mailed link does not heed %j', async (headers) => {
    const email = `poisoned${hosts.indexOf(headers)}@b.test`
    await console.database.run(createUser, { ...person, username: email.slice(0, 9), email })
    const { mail, link } = await linkFor(email, headers)
    expect(link.origin + link.pathname).toBe('https://station.test/ai/user/reset')
    expect([...link.searchParams.keys()]).toEqual(['email', 'token'])
    expect(mail.raw).not.toContain('evil.test')
    expect(mail.text + mail.html).not.toContain('evil.test')
  })
})
