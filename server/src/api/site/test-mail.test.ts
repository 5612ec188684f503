// The button that tries the mail settings.
import { role } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_LOGIN, type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { openSmtpServer } from '../../testing/network/smtp-server.ts'

let console: MailConsole
beforeAll(async () => {
  const refuses = (address: string) => (address === 'gone@a.test' ? { code: 550, text: '5.1.1 no such user' } : undefined)
  console = await openMailConsole({ smtp: { refuses } })
})
afterAll(() => console.close())
const send = (to: unknown, language = 'en', as = console.admin) =>
  console.call('POST /api/option/test_mail', { as, body: { to }, headers: { 'accept-language': language } })

test('a test mail comes to each receiver, in the language of the request', async () => {
  expect((await send('ann@a.test; bob@a.test ;ann@a.test;')).json).toMatchObject({ success: true, data: null })
  expect(console.smtp.mails.map(({ envelopeTo }) => envelopeTo)).toEqual([['ann@a.test'], ['bob@a.test']])
  expect(console.smtp.mails[0]?.headers.to).toBe('ann@a.test')
  expect(console.smtp.mails[0]?.subject).toBe('[驿站 <b>] Test email')
  await send('ann@a.test', 'zh')
  expect(console.smtp.mails.at(-1)?.subject).toBe('[驿站 <b>] 测试邮件')
})

test('what the mail server says is told in plain words, and never the password', async () => {
  expect((await send('gone@a.test')).json).toMatchObject({
    code: 'mail_failed',
    message: 'The email could not be sent: the SMTP server rejected the sender or the recipient (550 5.1.1 no such user)',
  })
  await console.set('SMTPToken', 'hunter22-password')
  const { text, json } = await send('ann@a.test', 'zh')
  expect(json.message).toMatch(/^邮件发送失败：SMTP 账户或密码被拒绝（535 5.7.8 no such login: \*\*\*）$/)
  expect(text).not.toContain('hunter22')
  await console.set('SMTPToken', MAIL_LOGIN.pass)
})

test('a server that is not there, or may not be reached, is named as such', async () => {
  const port = console.smtp.port
  await console.set('SMTPPort', 1)
  expect((await send('ann@a.test')).json.message).toContain('refused the connection')
  await console.set('SMTPServer', '169.254.169.254')
  expect((await send('ann@a.test')).json.message).toContain('is not allowed')
  await console.set('SMTPServer', 'no-such-host.invalid')
  expect((await send('ann@a.test')).json.message).toContain('cannot be resolved')
  await console.set('SMTPPort', port)
  await console.set('SMTPServer', '127.0.0.1')
  expect((await send('ann@a.test')).json).toMatchObject({ success: true })
})

test('a port that speaks TLS from the start is named as such, with the switch', async () => {
  const port = console.smtp.port
  const implicit = await openSmtpServer({ tls: 'implicit', login: MAIL_LOGIN })
  await console.set('SMTPPort', implicit.port)
  expect((await send('ann@a.test')).json.message).toMatch(/uses TLS from the start, turn SMTPSSLEnabled on/)
  await console.set('SMTPSSLEnabled', true)
  expect((await send('ann@a.test')).json).toMatchObject({ success: true })
  await console.set('SMTPSSLEnabled', false)
  await console.set('SMTPPort', port)
  await implicit.close()
})

test('a sender may have a name, and what is no sender is refused by its field', async () => {
  const save = async (value: string) => {
    const body = { key: 'SMTPFrom', value }
    return (await console.call('PUT /api/option/', { as: console.admin, body, headers: { 'accept-language': 'en' } })).json
  }
  expect((await save('驿站 Mail <me@corp.test>')).success).toBe(true)
  expect((await send('ann@a.test')).json.success).toBe(true)
  expect(console.smtp.mails.at(-1)).toMatchObject({ envelopeFrom: 'me@corp.test' })
  expect(console.smtp.mails.at(-1)?.raw).toMatch(/^From: =\?UTF-8\?.*<me@corp\.test>/m)
  const refused = await save('驿站 Mail')
  expect([refused.success, refused.message]).toEqual([false, expect.stringContaining('SMTPFrom')])
  await save('')
  await console.set('SMTPAccount', 'apikey')
  expect((await send('ann@a.test')).json).toMatchObject({ code: 'mail_sender_missing', message: expect.stringContaining('SMTPFrom') })
  await console.set('SMTPAccount', MAIL_LOGIN.user)
})

test.each([
  ['', 'email_required'],
  ['ann@a.test;nobody', 'email_invalid'],
  ['ann@a.test\r\nBcc: eve@evil.test', 'email_invalid'],
])('%j is refused', async (to, code) => {
  const count = console.smtp.mails.length
  expect((await send(to)).json).toMatchObject({ code, fields: { to: expect.any(String) } })
  expect(console.smtp.mails).toHaveLength(count)
})

test('only the super admin may send one, and it is audited', async () => {
  const admin = await console.user('admin', role.admin)
  expect((await send('ann@a.test', 'en', admin)).json).toMatchObject({ code: 'no_permission' })
  const rows = await console.database.read.selectFrom('audit').selectAll().where('action', '=', 'option.test_mail').execute()
  expect(rows[0]).toMatchObject({ actor_name: 'root' })
  expect(rows[0]?.detail).toContain('ann@a.test')
})

test('without a mail server nothing is sent, and no code is promised', async () => {
  await console.set('SMTPServer', '')
  expect((await send('ann@a.test')).json).toMatchObject({ code: 'mail_not_set_up' })
  expect((await console.call('GET /api/verification?email=x@a.test')).json).toMatchObject({ code: 'mail_not_set_up' })
  expect((await console.call('GET /api/reset_password?email=x@a.test')).json).toMatchObject({ code: 'mail_not_set_up' })
  await console.set('SMTPServer', 'localhost')
  await console.set('ServerAddress', '')
  expect((await console.call('GET /api/reset_password?email=x@a.test')).json).toMatchObject({ code: 'server_address_missing' })
})
