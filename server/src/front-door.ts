// What holds for every request of both doors and of the pages, whoever sends it: how long its head may be, and that a body nobody reads
// is not taken in either (control 40).
import type { IncomingMessage } from 'node:http'
import { AppError, errorMessage, errorStatus, languageOf } from '@waystation/contract/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { newRequestId } from './lib/request-id.ts'

/** How long the head of a request may take (R8). */
const HEADERS_TIMEOUT_MS = 15_000
/** Bytes of a request's head together; Node itself refuses more. */
const MAX_HEADER_BYTES = 16 * 1024
/** Characters of an address with its query. */
const MAX_ADDRESS_LENGTH = 8 * 1024
const MAX_HEADERS = 100
/** An unread body up to this size is nothing to watch. */
const MAX_UNWATCHED_BYTES = 64 * 1024
/** Bytes of a refused body that are taken and thrown away, where its length was said before: no call takes more. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** The same where its length is not known. */
const MAX_DISCARDED_PIECES_BYTES = 8 * 1024 * 1024
const DISCARDING_MS = 30_000
/** Who sends nothing for so long waits for the answer. */
const QUIET_MS = 1000

/** The server that all doors are mounted on. */
export function openFastify(log: FastifyBaseLogger) {
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
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
  })
  // The gateway limits slow bodies itself; a limit on the whole request would cut long uploads.
  server.server.requestTimeout = 0
  limitRequests(server)
  return server
}

/** Mounts the limits; before everything else, so that all scopes inherit them. */
function limitRequests(server: FastifyInstance): void {
  server.addHook('onRequest', assertShortHead)
  server.addHook('onSend', endUnreadBody)
  server.setErrorHandler(answerPlainly)
}

/** Throws AppError address_too_long or too_many_headers. Not an async function, since it runs before every call. */
function assertShortHead({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  if ((raw.url?.length ?? 0) > MAX_ADDRESS_LENGTH) done(new AppError('address_too_long', { limit: `${MAX_ADDRESS_LENGTH / 1024} KB` }))
  // Names and values stand in turn.
  else if (raw.rawHeaders.length > 2 * MAX_HEADERS) done(new AppError('too_many_headers', { limit: MAX_HEADERS }))
  else done()
}

/**
 * Decides what becomes of a body that nobody has read when the answer is sent. A refusal has its rest thrown away up to a bound: were the connection
 * closed while the client is still sending, it would see a broken connection instead of the answer. What is beyond the bound, or comes with
 * any other answer, ends the connection: Node itself would go on receiving for ever, and anybody could keep the server so without a login.
 */
function endUnreadBody({ raw }: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  if (!raw.complete && mayBeLarge(raw.headers)) {
    const most = raw.headers['transfer-encoding'] === undefined ? MAX_DISCARDED_BYTES : MAX_DISCARDED_PIECES_BYTES
    if (reply.statusCode >= 400 && Number(raw.headers['content-length'] ?? 0) <= most) {
      discardRest(raw, most)
      // Node ends the connection right behind an answer that is its last (proxies ask for that by default), so this one waits.
      if (!reply.raw.shouldKeepAlive) {
        whenQuiet(raw, done)
        return
      }
    } else reply.header('connection', 'close')
  }
  done()
}

function mayBeLarge(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_UNWATCHED_BYTES
}

/** Goes on when the body is over, or nothing more of it comes. */
function whenQuiet(raw: IncomingMessage, goOn: () => void): void {
  const timer = setTimeout(over, QUIET_MS)
  const isComing = () => void timer.refresh()
  raw.on('data', isComing)
  raw.once('close', over)
  function over() {
    clearTimeout(timer)
    raw.off('close', over)
    raw.off('data', isComing)
    goOn()
  }
}

/** Throws away what still comes, and ends the connection when that is too much or takes too long. */
function discardRest(raw: IncomingMessage, mostBytes: number): void {
  let bytes = 0
  const late = setTimeout(() => raw.destroy(), DISCARDING_MS)
  raw.once('close', () => clearTimeout(late))
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) raw.destroy()
  })
  raw.resume()
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
