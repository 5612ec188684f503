// Registering: who may, with what, and what a new account gets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUser, setUserAccess } from '../../domain/user/user-store.ts'
import { openConsole } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { openSmtpServer } from '../../testing/network/smtp-server.ts'

const nowMs = Date.now()
const form = (username: string, more: object = {}) => ({ username, password: 'horse battery', password2: 'horse battery', ...more })

/** The entries of an account's gifts, by their refs. */
async function entries(console: MailConsole, userId: number): Promise<Record<string, number>> {
  const rows = await console.database.read.selectFrom('entry').select(['ref', 'amount']).execute()
  const own = rows.filter(({ ref }) => new RegExp(`^grant:\\w+:${userId}$`).test(ref))
  return Object.fromEntries(own.map(({ ref, amount }) => [ref.split(':')[1] ?? '', Number(amount)]))
}

/** What a user's own log says of gifts, newest first. */
async function giftsOf(console: MailConsole, username: string): Promise<string[]> {
  const reply = await console.call('GET /api/log/self?type=4', {
    as: await console.login(username, 'horse battery'),
    headers: { 'accept-language': 'en' },
  })
  return (reply.json.data as { items: { content: string }[] }).items.map(({ content }) => content)
}

async function userOf(console: MailConsole, username: string) {
  const row = await console.database.read.selectFrom('user').select('id').where('username', '=', username).executeTakeFirst()
  const user = row && (await findUser(console.database, Number(row.id)))
  if (!user) throw new Error(`there is no ${username}`)
  return { ...user, id: Number(user.id) }
}

eachKind('registering', (kind) => {
  let console: MailConsole
  beforeAll(async () => {
    console = await openMailConsole({ kind, now: () => nowMs })
  })
  afterAll(() => console.close())
  const register = (body: object, language = 'en') =>
    console.call('POST /api/user/register?turnstile=', { body, headers: { 'accept-language': language } })

  test('a new user gets an account with a first token, and is not logged in', async () => {
    const reply = await register(form(' Ann '), 'zh')
    expect(reply.json).toMatchObject({ success: true, data: null })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const visitor = await console.login('ann', 'horse battery')
    const tokens = await console.call('GET /api/token/', { as: visitor })
    expect(tokens.json.data).toMatchObject([{ name: '初始令牌', unlimited_quota: true, expired_time: -1, group: '' }])
    const self = await console.call('GET /api/user/self', { as: visitor })
    expect(self.json.data).toMatchObject({
      username: 'Ann',
      display_name: 'Ann',
      role: 1,
      status: 1,
      group: 'default',
      email: '',
      quota: 0,
    })
  })

  test('the options decide over the first balance and the first token', async () => {
    await console.set('QuotaForNewUser', 1234)
    await console.set('token_setting.first_token_enabled', false)
    expect((await register(form('bob'))).json).toMatchObject({ success: true })
    const bob = await userOf(console, 'bob')
    expect(Number(bob.posted)).toBe(1234)
    expect(await entries(console, bob.id)).toEqual({ register: 1234 })
    expect(await giftsOf(console, 'bob')).toEqual(['Gift for a new user: $0.002468'])
    expect(await console.database.read.selectFrom('token').select('id').where('user_id', '=', bob.id).execute()).toEqual([])
    await console.set('token_setting.first_token_enabled', true)
    await console.set('TokenKeyVisibility', 'hash_only')
    expect((await register(form('bobby'))).json).toMatchObject({ success: true })
    const { id } = await userOf(console, 'bobby')
    expect(await console.database.read.selectFrom('token').select('id').where('user_id', '=', id).execute()).toEqual([])
    await console.set('TokenKeyVisibility', 'list')
  })

  test('an invitation gives to both, each as one entry', async () => {
    await console.set('QuotaForInviter', 500)
    await console.set('QuotaForInvitee', 70)
    const inviter = await userOf(console, 'bob')
    for (const username of ['carol', 'carl']) {
      expect((await register(form(username, { aff_code: ` ${inviter.aff_code} ` }))).json).toMatchObject({ success: true })
      const user = await userOf(console, username)
      expect(user).toMatchObject({ inviter_id: inviter.id })
      expect(Number(user.posted)).toBe(1234 + 70)
      expect(await entries(console, user.id)).toEqual({ register: 1234, invitee: 70, inviter: 500 })
      expect(await giftsOf(console, username)).toEqual(['Gift for joining by an invitation: $0.00014', 'Gift for a new user: $0.002468'])
    }
    const toInviter = 'Gift for inviting a user: $0.001'
    expect(await giftsOf(console, 'bob')).toEqual([toInviter, toInviter, 'Gift for a new user: $0.002468'])
    const after = await userOf(console, 'bob')
    expect(after.aff_count).toBe(2)
    expect(Number(after.aff_posted)).toBe(1000)
    expect(Number(after.posted)).toBe(1234)
  })

  test('many who come by one invitation at the same time are all counted', async () => {
    const inviter = await userOf(console, 'carol')
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => register(form(`many${at}`, { aff_code: inviter.aff_code }))))
    expect(replies.map(({ json }) => json.success)).toEqual(Array(8).fill(true))
    const after = await userOf(console, 'carol')
    expect(after.aff_count).toBe(8)
    expect(Number(after.aff_posted)).toBe(8 * 500)
  })

  test('an invite code that nobody has is no obstacle', async () => {
    expect((await register(form('dora', { aff_code: 'nobody' }))).json).toMatchObject({ success: true })
    expect(await userOf(console, 'dora')).toMatchObject({ inviter_id: 0 })
  })

  test('of many who want one name at the same time one gets it, whole', async () => {
    const replies = await Promise.all(['eve', 'Eve', 'EVE', 'ｅｖｅ', 'eVe'].map((username) => register(form(username))))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    for (const { json } of replies.filter((reply) => !reply.json.success)) expect(json.code).toBe('username_taken')
    const names = await console.database.read.selectFrom('user').select('id').where('username_key', '=', 'eve').execute()
    expect(names).toHaveLength(1)
    expect(await entries(console, Number(names[0]?.id))).toEqual({ register: 1234 })
  })

  test('the name of a deleted user stays taken', async () => {
    const { id } = await userOf(console, 'dora')
    await console.database.run(setUserAccess, { userId: id, isDeleted: true })
    expect((await register(form('DORA'))).json).toMatchObject({
      success: false,
      code: 'username_taken',
      fields: { username: 'This username is already taken' },
    })
  })

  test('with verification on, the address must be proved with its code', async () => {
    await console.set('EmailVerificationEnabled', true)
    expect((await register(form('finn'))).json).toMatchObject({ code: 'email_required' })
    expect((await register(form('finn', { email: 'finn@a.test' }))).json).toMatchObject({ code: 'email_code_required' })
    const code = await console.code('finn@a.test')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await register(form('finn', { email: 'finn@a.test', verification_code: wrong }))).json).toMatchObject({ code: 'code_wrong' })
    // A registration that comes to nothing does not use the code up.
    expect((await register(form('ann', { email: 'finn@a.test', verification_code: code }))).json).toMatchObject({ code: 'username_taken' })
    expect((await register(form('finn', { email: 'other@a.test', verification_code: code }))).json).toMatchObject({ code: 'code_wrong' })
    expect((await register(form('finn', { email: ' FINN@a.test ', verification_code: code }))).json).toMatchObject({ success: true })
    expect(await userOf(console, 'finn')).toMatchObject({ email: 'FINN@a.test' })
    expect((await register(form('fin2', { email: 'finn@a.test', verification_code: code }))).json).toMatchObject({ code: 'code_wrong' })
  })

  test('five wrong codes, and the right one is worth nothing', async () => {
    const code = await console.code('gus@a.test')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const guesses = await Promise.all(
      Array.from({ length: 5 }, (_, at) => register(form(`gus${at}`, { email: 'gus@a.test', verification_code: wrong }))),
    )
    expect(guesses.map(({ json }) => json.code)).toEqual(Array(5).fill('code_wrong'))
    expect((await register(form('gus', { email: 'gus@a.test', verification_code: code }))).json).toMatchObject({ code: 'code_wrong' })
    await console.set('EmailVerificationEnabled', false)
  })

  test('nothing of it is in the audit log but the name', async () => {
    const rows = await console.database.read.selectFrom('audit').selectAll().where('action', '=', 'user.register').execute()
    expect(rows.length).toBeGreaterThan(5)
    expect(JSON.stringify(rows)).not.toContain('horse battery')
    expect(rows[0]).toMatchObject({ actor_name: 'Ann' })
  })
})

describe('registering is refused', () => {
  let console: MailConsole
  beforeAll(async () => {
    console = await openMailConsole()
  })
  afterAll(() => console.close())

  test.each([
    ['no name', form(''), 'setup_username', 'username'],
    ['a name that is too long', form('thirteen-long'), 'setup_username', 'username'],
    ['an address for a name', form('a@b'), 'username_at_sign', 'username'],
    ['an invisible name', form('a\u200bb'), 'username_hidden', 'username'],
    ['a short password', form('ann', { password: '1234567', password2: '1234567' }), 'password_too_short', 'password'],
    [
      'a password of more than 72 bytes',
      form('ann', { password: '密'.repeat(25), password2: '密'.repeat(25) }),
      'password_too_long',
      'password',
    ],
    ['two passwords', form('ann', { password2: 'horse batterz' }), 'password_mismatch', 'password2'],
    ['one of the commonest passwords', form('ann', { password: 'PassWord1', password2: 'PassWord1' }), 'password_common', 'password'],
    ['one character eight times', form('ann', { password: '88888888', password2: '88888888' }), 'password_common', 'password'],
  ])('%s, in both languages', async (_name, body, code, field) => {
    const words: string[] = []
    for (const language of ['zh', 'en']) {
      const { json, status } = await console.call('POST /api/user/register', { body, headers: { 'accept-language': language } })
      expect(json).toMatchObject({ success: false, code, fields: { [field]: json.message } })
      expect(status).toBe(200)
      words.push(json.message)
    }
    expect(words[0]).toMatch(/\p{Script=Han}/u)
    expect(words[1]).not.toMatch(/\p{Script=Han}/u)
  })

  test('with text in place of fields', async () => {
    for (const body of [[], 'x', { username: 7 }, { username: { a: 1 } }, null])
      expect((await console.call('POST /api/user/register', { body })).json.success).toBe(false)
  })

  test('when it is turned off, as a whole or with a password; then no code is sent either', async () => {
    await console.set('PasswordRegisterEnabled', false)
    expect((await console.call('POST /api/user/register', { body: form('ann') })).json).toMatchObject({
      code: 'password_register_disabled',
    })
    await console.set('RegisterEnabled', false)
    expect((await console.call('POST /api/user/register', { body: form('ann') })).json).toMatchObject({ code: 'register_disabled' })
    expect((await console.call('GET /api/verification?email=a@a.test')).json).toMatchObject({ code: 'register_disabled' })
    await console.set('PasswordRegisterEnabled', true)
    await console.set('RegisterEnabled', true)
  })

  test('to a page of another site', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    for (const line of ['POST /api/user/register', 'GET /api/verification?email=a@a.test', 'GET /api/reset_password?email=a@a.test'])
      expect((await console.call(line, { headers, ...(line.startsWith('P') ? { body: form('ann') } : {}) })).json).toMatchObject({
        code: 'cross_site',
      })
    expect(console.smtp.mails).toEqual([])
  })

  test('before the server is set up', async () => {
    const fresh = await openConsole()
    expect((await fresh.call('POST /api/user/register', { body: form('ann') })).json).toMatchObject({ code: 'not_set_up' })
    await fresh.close()
  })

  test('after twenty tries from one address', async () => {
    const strict = await openMailConsole({
      limits: { console: { count: 1000, windowMs: 180_000 }, critical: { count: 20, windowMs: 1_200_000 } },
    })
    let last = ''
    for (let at = 0; at < 21; at += 1)
      last = String((await strict.call('POST /api/user/register', { body: form(''), from: '198.51.100.9' })).json.code)
    expect(last).toBe('too_many_requests')
    await strict.close()
  })
})

test('addresses are verified through a mail server without accounts, once mails have a sender', async () => {
  const smtp = await openSmtpServer({ tls: 'none' })
  const console = await openConsole()
  try {
    const root = await console.root()
    await console.confirm(root, 'secret_options')
    const set = async (key: string, value: string) =>
      (await console.call('PUT /api/option/', { as: root, body: { key, value }, headers: { 'accept-language': 'en' } })).json
    for (const [key, value] of [
      ['SMTPServer', '127.0.0.1'],
      ['SMTPPort', String(smtp.port)],
    ] as const)
      await set(key, value)
    expect(await set('EmailVerificationEnabled', 'true')).toMatchObject({
      code: 'option_needs',
      message: 'Before turning this on, fill in: SMTPFrom / SMTPAccount',
    })
    expect(await set('SMTPFrom', 'post@station.test')).toMatchObject({ success: true })
    expect(await set('EmailVerificationEnabled', 'true')).toMatchObject({ success: true })
    expect(await set('SMTPFrom', '')).toMatchObject({ code: 'option_needed_by' })

    expect((await console.call('GET /api/verification?email=ann@a.test')).json).toMatchObject({ success: true })
    const mail = await smtp.mail(1)
    expect(mail).toMatchObject({ envelopeFrom: 'post@station.test', envelopeTo: ['ann@a.test'], authMethod: '' })
    const verification_code = /\b\d{6}\b/.exec(mail.text)?.[0]
    const body = form('ann', { email: 'ann@a.test', verification_code })
    expect((await console.call('POST /api/user/register', { body })).json).toMatchObject({ success: true })
  } finally {
    await console.close()
    await smtp.close()
  }
})
