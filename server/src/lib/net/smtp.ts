// Handing a mail to an SMTP server. The connection is opened here, behind the same guard as every other way out; the dialogue and the form
// of the message are the library's.
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { BlockedAddress, guardedLookup, isAddressAllowed } from './address-guard.ts'

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Else it begins with STARTTLS where the server offers that. */
  readonly isImplicitTls: boolean
  /** Empty: no login. */
  readonly account: string
  /** Empty: no login. It is never sent without TLS. */
  readonly password: string
}

export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The part of the Message-ID before the @: the same for every try, so that a receiver can tell a repeat. */
  readonly uid: string
}

export interface SmtpRules {
  /** Certificates to trust besides those that the process trusts; for tests. */
  readonly ca?: string
}

export type SendMail = (server: SmtpServer, mail: OutgoingMail, signal?: AbortSignal) => Promise<void>

const CONNECT_TIMEOUT_MS = 10_000
/** A server that has not greeted after so long is asked on the side whether it waits for TLS: such a port says nothing by itself. */
const GREETING_DOUBT_MS = 3000
/** Longest silence of the server. */
const SILENCE_TIMEOUT_MS = 20_000
/** For the whole dialogue. */
const TOTAL_TIMEOUT_MS = 60_000
const MAX_RESPONSE_BYTES = 16 * 1024

/** The server is named by the super admin, so it may be in a private network; metadata addresses are never reached. */
const allowsPrivate = () => true

/** The port speaks TLS from the first byte, and was spoken to without. */
export class TlsPort extends Error {
  constructor() {
    super('the port speaks TLS from the start')
    this.name = 'TlsPort'
  }
}

/** A sender of mail. Its errors are those of the library, of the socket, BlockedAddress, or TlsPort. */
export function smtpSender({ ca }: SmtpRules = {}): SendMail {
  return async (server, { from, to, subject, text, html, uid }, given) => {
    // Loaded with the first mail.
    const { createTransport } = await import('nodemailer')
    const timeout = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
    const signal = given ? AbortSignal.any([given, timeout]) : timeout
    const connection = await openSocket(server, signal)
    const cut = () => connection.destroy(new Error('the dialogue took too long'))
    signal.addEventListener('abort', cut, { once: true })
    const doubt = server.isImplicitTls ? undefined : doubtSilence(connection, server, signal)
    const hasLogin = server.account !== '' && server.password !== ''
    const transport = createTransport({
      connection,
      host: server.host,
      port: server.port,
      secure: server.isImplicitTls,
      requireTLS: !server.isImplicitTls && hasLogin,
      ...(hasLogin ? { auth: { user: server.account, pass: server.password } } : {}),
      name: domainOf(from.address),
      greetingTimeout: SILENCE_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      maxResponseSize: MAX_RESPONSE_BYTES,
      tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to },
        subject,
        text,
        html,
        messageId: `<${uid}@${domainOf(from.address)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      throw doubt?.isTlsPort() ? new TlsPort() : error
    } finally {
      doubt?.end()
      signal.removeEventListener('abort', cut)
      connection.destroy()
    }
  }
}

/** Whether the port can be reached; says nothing there. Rejects with the reason. */
export async function reachSmtp(server: Pick<SmtpServer, 'host' | 'port'>, signal: AbortSignal): Promise<void> {
  const socket = await openSocket(server, signal)
  socket.destroy()
}

/** Looks, where a server stays silent, whether it speaks TLS, and breaks the connection off if so. */
function doubtSilence(connection: Socket, server: SmtpServer, signal: AbortSignal) {
  let isTlsPort = false
  const look = async () => {
    if (connection.bytesRead > 0 || connection.destroyed) return
    isTlsPort = await speaksTls(server, signal)
    if (isTlsPort) connection.destroy(new TlsPort())
  }
  const timer = setTimeout(() => void look().catch(() => {}), GREETING_DOUBT_MS)
  return { isTlsPort: () => isTlsPort, end: () => clearTimeout(timer) }
}

/** Nothing is sent but the handshake, so the certificate does not matter. */
async function speaksTls(server: SmtpServer, signal: AbortSignal): Promise<boolean> {
  const socket = await openSocket(server, signal)
  return new Promise((resolve) => {
    const end = (isTls: boolean) => {
      resolve(isTls)
      socket.destroy()
    }
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(false))
    const name = isIP(server.host) === 0 ? { servername: server.host } : {}
    connectTls({ socket, rejectUnauthorized: false, ...name }, () => end(true)).on('error', () => end(false))
    socket.once('close', () => end(false))
  })
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

function openSocket({ host, port }: Pick<SmtpServer, 'host' | 'port'>, signal: AbortSignal): Promise<Socket> {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0 && !isAddressAllowed(bare, allowsPrivate())) return Promise.reject(new BlockedAddress(bare))
  return new Promise((resolve, reject) => {
    const socket = connect({ host: bare, port, lookup: guardedLookup(allowsPrivate), timeout: CONNECT_TIMEOUT_MS })
    const fail = (error: Error) => {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      reject(error)
    }
    const late = () => fail(Object.assign(new Error('the server could not be reached in time'), { code: 'ETIMEDOUT' }))
    const giveUp = () => fail(new Error('broken off'))
    // An error that comes when nobody listens any more would end the process.
    socket.on('error', () => {})
    socket.once('error', fail).once('timeout', late)
    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    socket.once('connect', () => {
      signal.removeEventListener('abort', giveUp)
      socket.off('error', fail).off('timeout', late).setTimeout(0)
      resolve(socket)
    })
  })
}
