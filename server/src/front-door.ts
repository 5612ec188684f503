// What holds for every request of both doors and of the pages, whoever sends it: how long its head may be, and that a body nobody reads
// is not taken in either (control 40).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, errorMessage, errorStatus, languageOf } from '@waystation/contract/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Clock } from './lib/clock.ts'
import { asksForSocket } from './lib/net/sockets.ts'
import { newRequestId } from './lib/request-id.ts'

/** How long the head of a request may take (R8). */
const HEADERS_TIMEOUT_MS = 15_000
/** Bytes of a request's head together; Node itself refuses more. */
const MAX_HEADER_BYTES = 16 * 1024
/** Characters of an address with its query. */
const MAX_ADDRESS_LENGTH = 8 * 1024
const MAX_HEADERS = 100
/** An unread body up to this size, whose length was said before, is received to its end, and the connection kept. */
const MAX_KEPT_BYTES = 64 * 1024
/** Bytes of an unread body that are taken and thrown away before the connection is closed: no call takes more. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** The same where its length is not known, or is more than any call takes. */
const MAX_DISCARDED_UNKNOWN_BYTES = 8 * 1024 * 1024
/** A sender who has the answer already is listened to for so long, and while nothing comes for so long. */
const DISCARDING_MS = 30_000
const QUIET_MS = 5000

/** The server that all doors are mounted on. */
export function openFastify(log: FastifyBaseLogger, clock: Clock) {
  const server = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Nothing logs per request through Fastify; a child of the logger for each costs more than the call's own arithmetic.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    trustProxy: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, clock),
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, shouldUpgradeCallback: asksForSocket },
  })
  // The gateway limits slow bodies itself; a limit on the whole request would cut long uploads.
  server.server.requestTimeout = 0
  limitRequests(server, clock)
  return server
}

/** Mounts the limits; before everything else, so that all scopes inherit them. */
function limitRequests(server: FastifyInstance, clock: Clock): void {
  server.addHook('onRequest', assertShortHead)
  server.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete && !raw.readableEnded && hasBody(raw.headers)) endUnreadBody(raw, reply, clock)
    done()
  })
  server.setErrorHandler(answerPlainly)
}

/** Throws AppError address_too_long or too_many_headers. Not an async function, since it runs before every call. */
function assertShortHead({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  // The last answer of this connection has been given: what still comes is no request.
  if (raw.socket.writableEnded) {
    raw.destroy()
    return
  }
  if ((raw.url?.length ?? 0) > MAX_ADDRESS_LENGTH) done(new AppError('address_too_long', { limit: `${MAX_ADDRESS_LENGTH / 1024} KB` }))
  // Names and values stand in turn.
  else if (raw.rawHeaders.length > 2 * MAX_HEADERS) done(new AppError('too_many_headers', { limit: MAX_HEADERS }))
  else done()
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Decides what becomes of a body that nobody has read when the answer is sent. Behind it the connection is closed, unless little is to come:
 * Node itself would go on receiving for ever, and anybody could keep the server so without a login.
 */
function endUnreadBody(raw: IncomingMessage, reply: FastifyReply, clock: Clock): void {
  const { socket, headers } = raw
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : Number.POSITIVE_INFINITY
  if (declared > MAX_KEPT_BYTES) reply.header('connection', 'close')
  const mostBytes = declared > MAX_DISCARDED_BYTES ? MAX_DISCARDED_UNKNOWN_BYTES : MAX_DISCARDED_BYTES
  // Node closes a connection by this method behind the last answer, both ways at once.
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (raw.complete) socket.destroySoon()
    else closeInStages(socket, raw, { mostBytes, clock })
  }
  raw.once(
    'close',
    clock.after(DISCARDING_MS, () => raw.destroy()),
  )
  raw.resume()
}

/**
 * Closes a connection whose client may still be sending: the writing side at once, the other when all has come, too much, or nothing for
 * too long. A connection that is closed while bytes come in is reset, and the client loses the answer (RFC 9112, 9.6).
 */
function closeInStages(
  socket: Socket,
  incoming: IncomingMessage | Socket,
  { mostBytes, clock }: { readonly mostBytes: number; readonly clock: Clock },
): void {
  let bytes = 0
  let lastAtMs = clock.now()
  const close = () => socket.destroy()
  const endLate = clock.after(DISCARDING_MS, close)
  const endQuiet = clock.every(QUIET_MS, () => {
    if (clock.now() - lastAtMs >= QUIET_MS) close()
  })
  socket.once('close', () => {
    endLate()
    endQuiet()
  })
  incoming.once('end', close)
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    lastAtMs = clock.now()
    if (bytes > mostBytes) close()
  })
  socket.end()
}

/** Answers a request that Node itself cannot read, and of whose caller nothing is known. */
function refuseUnreadable({ code }: NodeJS.ErrnoException, socket: Socket, clock: Clock): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLong = code === 'HPE_HEADER_OVERFLOW'
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const words = isTooLong ? '431 Request Header Fields Too Large' : isLate ? '408 Request Timeout' : '400 Bad Request'
  const head = ['content-type: text/plain; charset=utf-8', `content-length: ${words.length}`, 'connection: close']
  socket.write(`HTTP/1.1 ${words}\r\n${head.join('\r\n')}\r\n\r\n${words}`)
  // Only a head that is too long is followed by what its sender believes to be a body.
  if (!isTooLong) {
    socket.destroy()
    return
  }
  // Node would parse on, and refuse every piece again.
  socket.removeAllListeners('data')
  closeInStages(socket, socket, { mostBytes: MAX_DISCARDED_UNKNOWN_BYTES, clock })
}

/** For pages and health checks; the doors answer in their own forms. Nothing of an unexpected error is shown. */
function answerPlainly(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isKnown = error instanceof AppError
  if (!isKnown) request.log.error({ err: error, request_id: request.id }, 'a page could not be served')
  const { code, facts } = isKnown ? error : new AppError('internal_error')
  void reply
    .code(errorStatus(code))
    .type('text/plain; charset=utf-8')
    .send(errorMessage(code, facts, languageOf(request.headers['accept-language'], 'zh')))
}
