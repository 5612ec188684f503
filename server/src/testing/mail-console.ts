// A console whose mail goes to a real mail server beside it.
import { type ConsoleOptions, openConsole, type Reply, type TestConsole, type Visitor } from './console.ts'
import { localhostCertificate } from './network/localhost-certificate.ts'
import { openSmtpServer, type TestSmtpOptions } from './network/smtp-server.ts'

const IN_ENGLISH = { 'accept-language': 'en' }
export const MAIL_LOGIN = { user: 'post@station.test', pass: 'mail password' }

/** Set up, with the super admin logged in and the mail options set. */
export async function openMailConsole(options: ConsoleOptions & { readonly smtp?: Omit<TestSmtpOptions, 'login' | 'tls'> } = {}) {
  const smtp = await openSmtpServer({ ...options.smtp, tls: 'starttls', login: MAIL_LOGIN })
  const console = await openConsole({ ...options, ca: localhostCertificate.cert })
  const first = await console.root()
  await setOption(console, first, 'ServerAddress', 'https://station.test/ai')
  // With https the cookie of a session has another name.
  const root = await console.login('root')
  const set = (key: string, value: string | number | boolean) => setOption(console, root, key, value)
  await set('SMTPServer', 'localhost')
  await set('SMTPPort', smtp.port)
  await set('SMTPAccount', MAIL_LOGIN.user)
  await set('SMTPToken', MAIL_LOGIN.pass)
  await set('SystemName', '驿站 <b>')
  return {
    ...console,
    smtp,
    admin: root,
    set,
    /** Asks for a code by mail, and answers with it. */
    async code(email: string, as?: Visitor): Promise<string> {
      await console.outgoing.outbox.deliverDue()
      const before = smtp.mails.length
      const reply = await console.call(`GET /api/verification?email=${encodeURIComponent(email)}`, { as })
      if (!reply.json.success) throw new Error(reply.text)
      return /\b\d{6}\b/.exec((await smtp.mail(before + 1)).text)?.[0] ?? ''
    },
    /** Binds an address with the code that was sent to it; confirms by the password before, where that is not done. */
    async bind(as: Visitor, values: { readonly email: string; readonly code: string }, from?: string): Promise<Reply> {
      const send = () =>
        console.call(`GET /api/oauth/email/bind?${new URLSearchParams(values)}`, { as, headers: IN_ENGLISH, ...(from ? { from } : {}) })
      const reply = await send()
      if (reply.json.code !== 'confirmation_needed') return reply
      await console.confirm(as, 'ways_in')
      return send()
    },
    async close(): Promise<void> {
      await console.close()
      await smtp.close()
    },
  }
}

export type MailConsole = Awaited<ReturnType<typeof openMailConsole>>

async function setOption(console: TestConsole, as: Visitor, key: string, value: string | number | boolean): Promise<void> {
  const write = () => console.call('PUT /api/option/', { as, body: { key, value } })
  let reply = await write()
  if (reply.json.code === 'confirmation_needed') {
    await console.confirm(as, 'secret_options')
    reply = await write()
  }
  if (!reply.json.success) throw new Error(reply.text)
}
