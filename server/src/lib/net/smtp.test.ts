// Handing mail over, against a real server in all its modes.
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openSmtpServer, type TestSmtp, type TestSmtpOptions } from '../../testing/network/smtp-server.ts'
import { type OutgoingMail, type SmtpServer, smtpSender } from './smtp.ts'

const mail: OutgoingMail = {
  from: { name: '驿站 "A"', address: 'no-reply@station.test' },
  to: 'ann@a.test',
  subject: '验证码 Code',
  text: '正文 text',
  html: '<p>正文 html</p>',
  uid: '01JTESTUID',
}
const login = { user: 'post@station.test', pass: 'Pässwort 密码' }
const trusting = smtpSender({ ca: localhostCertificate.cert })
let opened: TestSmtp[] = []
afterEach(async () => {
  await Promise.all(opened.map((server) => server.close()))
  opened = []
})

async function serve(options: TestSmtpOptions) {
  const server = await openSmtpServer(options)
  opened.push(server)
  const at = (more: Partial<SmtpServer> = {}): SmtpServer => ({
    ...{ host: 'localhost', port: server.port, isImplicitTls: false, account: '', password: '' },
    ...more,
  })
  return { server, at }
}

describe('a mail is handed over', () => {
  test.each([
    ['without TLS and without a login', { tls: 'none' as const }, {}, { isTls: false, authMethod: '' }],
    ['by STARTTLS without a login', { tls: 'starttls' as const }, {}, { isTls: true, authMethod: '' }],
    [
      'by STARTTLS with AUTH PLAIN',
      { tls: 'starttls' as const, login, authMethods: ['PLAIN'] },
      { account: login.user, password: login.pass },
      { isTls: true, authMethod: 'PLAIN' },
    ],
    [
      'by STARTTLS with AUTH LOGIN',
      { tls: 'starttls' as const, login, authMethods: ['LOGIN'] },
      { account: login.user, password: login.pass },
      { isTls: true, authMethod: 'LOGIN' },
    ],
    [
      'by TLS from the start with AUTH PLAIN',
      { tls: 'implicit' as const, login },
      { isImplicitTls: true, account: login.user, password: login.pass },
      { isTls: true, authMethod: 'PLAIN' },
    ],
    ['without a password, whatever the account', { tls: 'starttls' as const }, { account: login.user }, { isTls: true, authMethod: '' }],
  ])('%s', async (_name, options, more, seen) => {
    const { server, at } = await serve(options)
    await trusting(at(more), mail)
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]).toMatchObject({
      ...{ envelopeFrom: 'no-reply@station.test', envelopeTo: ['ann@a.test'], messageId: '<01JTESTUID@station.test>' },
      ...{ subject: '验证码 Code', text: '正文 text', html: '<p>正文 html</p>', ...seen },
    })
    expect(server.mails[0]?.headers['auto-submitted']).toBe('auto-generated')
  })
})

describe('a mail is refused', () => {
  test.each([
    ['a certificate that nobody vouches for', { tls: 'starttls' as const }, {}],
    ['such a certificate with TLS from the start', { tls: 'implicit' as const }, { isImplicitTls: true }],
  ])('to a server with %s', async (_name, options, more) => {
    const { server, at } = await serve(options)
    await expect(smtpSender()(at(more), mail)).rejects.toThrow(/certificate/i)
    expect(server.mails).toHaveLength(0)
  })

  test('to a server whose certificate has another name', async () => {
    const { server, at } = await serve({ tls: 'implicit', host: '0.0.0.0' })
    await expect(trusting(at({ isImplicitTls: true, host: '127.0.0.2' }), mail)).rejects.toThrow(/altnames/)
    expect(server.mails).toHaveLength(0)
  })

  test('a password is not sent without TLS', async () => {
    const { server, at } = await serve({ tls: 'none', login })
    await expect(trusting(at({ account: login.user, password: login.pass }), mail)).rejects.toThrow(/STARTTLS/)
    expect(server.mails).toHaveLength(0)
  })

  test('with a wrong password', async () => {
    const { at } = await serve({ tls: 'starttls', login })
    await expect(trusting(at({ account: login.user, password: 'wrong' }), mail)).rejects.toMatchObject({ code: 'EAUTH' })
  })

  test('for a receiver whom the server does not know', async () => {
    const { at } = await serve({ refuses: () => ({ code: 550, text: '5.1.1 no such user' }) })
    await expect(trusting(at(), mail)).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  })

  test.each(['169.254.169.254', '100.100.100.200', '0.0.0.0', '[fe80::1]'])('at %s, which may not be reached', async (host) => {
    const { at } = await serve({})
    await expect(trusting(at({ host }), mail)).rejects.toMatchObject({ name: 'BlockedAddress' })
  })

  test.each(['none', 'starttls', 'implicit'] as const)(
    'by a server that never acknowledges it, once it is broken off (%s)',
    async (tls) => {
      const { at } = await serve({ tls, onMail: () => new Promise(() => {}) })
      await expect(trusting(at({ isImplicitTls: tls === 'implicit' }), mail, AbortSignal.timeout(400))).rejects.toThrow()
    },
  )

  test('by a server that closes the connection at once, or says what no mail server says', async () => {
    for (const greet of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')]) {
      const stranger = createServer((socket) => {
        socket.on('error', () => {})
        greet(socket)
      })
      await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
      const address = stranger.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const { at } = await serve({})
      for (const isImplicitTls of [false, true]) await expect(trusting(at({ port, isImplicitTls }), mail)).rejects.toThrow()
      stranger.close()
    }
  })
})

test('line breaks in names, addresses and subjects start no header of their own', async () => {
  const { server, at } = await serve({})
  const hostile = 'x\r\nBcc: eve@evil.test\r\n\r\nhello'
  await trusting(at(), { ...mail, subject: hostile, from: { ...mail.from, name: hostile } })
  expect(server.mails[0]?.headers.bcc).toBeUndefined()
  expect(server.mails[0]?.envelopeTo).toEqual(['ann@a.test'])
  expect(server.mails[0]?.text).toBe('正文 text')
})
