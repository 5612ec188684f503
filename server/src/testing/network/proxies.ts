// Proxies for tests, on real sockets, written from the RFCs: HTTP (RFC 9110: absolute form and CONNECT), the same over TLS, and SOCKS5 (RFC
// 1928, with RFC 1929's user and password). Each records its requests.
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { listenLocally } from './local-site.ts'
import { localhostCertificate } from './localhost-certificate.ts'

export interface ProxyOptions {
  readonly kind: 'http' | 'https' | 'socks5'
  readonly user?: string
  readonly password?: string
}

export type TestProxy = Awaited<ReturnType<typeof openProxy>>

/** Starts a proxy on 127.0.0.1. */
export async function openProxy({ kind, user, password = '' }: ProxyOptions) {
  const requests: string[] = []
  let refusals = 0
  const note = (line: string) => void requests.push(line)
  const isRightUser = (name: string, word: string) => {
    const isRight = name === user && word === password
    if (!isRight) refusals += 1
    return isRight
  }
  const server = kind === 'socks5' ? socksServer({ note, ...(user === undefined ? {} : { isRightUser }) }) : httpServer(kind, note, mayUse)

  function mayUse({ headers }: IncomingMessage): boolean {
    if (user === undefined) return true
    const [name = '', ...rest] = Buffer.from(String(headers['proxy-authorization'] ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    return isRightUser(name, rest.join(':'))
  }

  server.on('connection', (socket: Socket) => void socket.on('error', () => {}))
  const { port, close } = await listenLocally(server)
  const login = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return {
    /** With the credentials, if there are any. */
    url: `${kind}://${login}localhost:${port}`,
    /** `GET http://host:port/path`, `CONNECT host:port`, `SOCKS host:port`: what was let through, in order. */
    requests,
    /** How many came with wrong credentials or none. */
    refused: () => refusals,
    close,
  }
}

function httpServer(kind: 'http' | 'https', note: (line: string) => void, mayUse: (request: IncomingMessage) => boolean): Server {
  const forward: RequestListener = (incoming, response) => {
    if (!mayUse(incoming)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end()
    note(`${incoming.method} ${incoming.url}`)
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = incoming.headers
    const far = request(incoming.url ?? '', { method: incoming.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    far.on('error', () => response.destroy())
    response.on('close', () => far.destroy())
    incoming.pipe(far)
  }
  const server = kind === 'https' ? createSecureServer(localhostCertificate, forward) : createServer(forward)
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    if (!mayUse(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n')
    note(`CONNECT ${incoming.url}`)
    const { hostname, port } = new URL(`tcp://${incoming.url}`)
    join(socket, hostname, Number(port), () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
  })
  return server
}

function join(socket: Socket, host: string, port: number, joined: () => void): void {
  const far = connect(port, host, () => {
    joined()
    far.pipe(socket)
    socket.pipe(far)
  })
  far.on('error', () => socket.destroy())
  socket.on('error', () => far.destroy())
  socket.on('close', () => far.destroy())
}

interface SocksRules {
  readonly note: (line: string) => void
  readonly isRightUser?: (user: string, password: string) => boolean
}

function socksServer({ note, isRightUser }: SocksRules): TcpServer {
  return createTcpServer((socket) => {
    const take = reader(socket)
    void (async () => {
      const [, methodCount = 0] = await take(2)
      await take(methodCount)
      socket.write(Buffer.from([5, isRightUser ? 2 : 0]))
      if (isRightUser) {
        const [, userLength = 0] = await take(2)
        const user = (await take(userLength)).toString()
        const [passwordLength = 0] = await take(1)
        const isRight = isRightUser(user, (await take(passwordLength)).toString())
        socket.write(Buffer.from([1, isRight ? 0 : 1]))
        if (!isRight) return void socket.end()
      }
      const [, , , kind] = await take(4)
      const host = kind === 3 ? (await take((await take(1))[0] ?? 0)).toString() : [...(await take(4))].join('.')
      const port = (await take(2)).readUInt16BE()
      note(`SOCKS ${host}:${port}`)
      socket.pause()
      join(socket, host, port, () => socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])))
    })().catch(() => socket.destroy())
  })
}

/** Takes so many bytes off a socket, as they come. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    for (;;) {
      const bytes: Buffer | null = count === 0 ? Buffer.alloc(0) : (socket.read(count) as Buffer | null)
      if (bytes) return bytes
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve)
        socket.once('close', reject)
      })
    }
  }
}
