// A real SMTP server in the process of a test: it keeps what it takes, and refuses what it is told to.
import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { pollFor } from '../time/poll.ts'
import { localhostCertificate } from './localhost-certificate.ts'

/** A mail as it arrived. */
export interface TakenMail {
  readonly envelopeTo: readonly string[]
  readonly envelopeFrom: string
  readonly headers: Readonly<Record<string, string>>
  readonly messageId: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly raw: string
  readonly isTls: boolean
  /** How the sender logged in; empty: not at all. */
  readonly authMethod: string
}

export interface TestSmtpOptions {
  readonly host?: string
  readonly tls?: 'implicit' | 'starttls' | 'none'
  readonly authMethods?: readonly string[]
  readonly login?: { readonly user: string; readonly pass: string }
  /** What a receiver is refused with. */
  readonly refuses?: (address: string) => { readonly code: number; readonly text: string } | undefined
  /** Called when a mail has come whole, before it is acknowledged; a rejection refuses it. */
  readonly onMail?: (mail: TakenMail) => Promise<void> | void
}

export type TestSmtp = Awaited<ReturnType<typeof openSmtpServer>>

export async function openSmtpServer(options: TestSmtpOptions = {}) {
  const mails: TakenMail[] = []
  const server = new SMTPServer(serverOptions(options, mails))
  server.on('error', () => {}) // a client that breaks off
  const listening = server.listen(0, options.host ?? '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    /** Waits until this many mails have come, and answers with the last. */
    async mail(count: number) {
      const last = await pollFor(
        async () => mails.at(-1),
        () => mails.length >= count,
      )
      if (mails.length < count || !last) throw new Error(`${mails.length} mails came, and not ${count}`)
      return last
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function serverOptions({ tls = 'none', authMethods, login, refuses, onMail }: TestSmtpOptions, mails: TakenMail[]): SMTPServerOptions {
  return {
    ...localhostCertificate,
    secure: tls === 'implicit',
    hideSTARTTLS: tls !== 'starttls',
    authMethods: [...(authMethods ?? ['PLAIN', 'LOGIN'])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(login === undefined ? ['AUTH'] : []), ...(tls === 'starttls' ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    onAuth({ method, username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) return done(null, { user: `${method}` })
      done(refusal(535, `5.7.8 no such login: ${password}`))
    },
    onRcptTo({ address }, _session, done) {
      const refused = refuses?.(address)
      done(refused ? refusal(refused.code, refused.text) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (bytes: Buffer) => void chunks.push(bytes))
      const take = async () => {
        const mail = await readMail(Buffer.concat(chunks), {
          envelopeTo: session.envelope.rcptTo.map(({ address }) => address),
          envelopeFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          isTls: session.secure,
          authMethod: String(session.user || ''),
        })
        mails.push(mail)
        await onMail?.(mail)
      }
      stream.on('end', () => take().then(() => done(), done))
    },
  }
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

type Envelope = Pick<TakenMail, 'envelopeTo' | 'envelopeFrom' | 'isTls' | 'authMethod'>

async function readMail(raw: Buffer, envelope: Envelope): Promise<TakenMail> {
  const { headers, messageId = '', subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  const trimmed = (body: string) => body.replace(/\n$/, '')
  return {
    ...envelope,
    ...{ headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])), raw: raw.toString('utf8'), messageId, subject },
    ...{ text: trimmed(text), html: trimmed(html) },
  }
}
