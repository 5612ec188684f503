// The doors of files: OpenAI's and Anthropic's at one address, told apart by the headers of their clients, and Google's.
import { AppError, languageOf } from '@waystation/contract/errors'
import { serverAddress } from '@waystation/contract/options/payment'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { type FileApi, fileApis, filesOf } from '@waystation/wire/files/file-api'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { deploymentPrefixes } from '../door/endpoints.ts'
import { toError } from '../door/error-boundary.ts'
import { requesterDialect } from '../door/models.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import type { Gateway } from '../gateway.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { changeCached } from './cached-contents.ts'
import { visitorOf } from './file-visitor.ts'
import { deleteKept, type FileServices, listKept, loadKept, readKept } from './kept-files.ts'
import { continueUpload, startUpload, UPLOAD_HEADERS, type UploadAnswer, uploadPath } from './resumable.ts'
import { uploadFile } from './upload.ts'

export type FileRouteServices = FileServices & Pick<Gateway, 'forwardedHeaders' | 'live'>

type Served = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Mounts them all. */
export function mountFiles(app: FastifyInstance, gateway: FileRouteServices): void {
  const route = (method: RouteOptions['method'], url: string, handler: Served, dialect?: ClientDialectName) =>
    app.route({ method, url, ...(dialect ? { config: { dialect } } : {}), handler: served(handler, gateway) })
  for (const prefix of ['/v1', ...deploymentPrefixes]) mountSharedFiles(`${prefix}/files`, route, gateway)
  mountGoogleFiles(route, gateway)
  mountCachedContents(route, gateway)
}

type Route = (method: RouteOptions['method'], url: string, handler: Served, dialect?: ClientDialectName) => void

function mountSharedFiles(place: string, route: Route, gateway: FileRouteServices): void {
  const of = (request: FastifyRequest) => ({ api: apiOf(request), visitor: visitorOf(request, gateway) })
  const upload = { headers: [] }
  route('POST', place, async (request, reply) => {
    const { api, visitor } = of(request)
    return reply.type(JSON_TYPE).send(await uploadFile(api, visitor, upload, gateway))
  })
  route('GET', place, async (request) => {
    const { api, visitor } = of(request)
    return listKept(api, visitor, gateway)
  })
  route('GET', `${place}/:id`, async (request) => {
    const { api, visitor } = of(request)
    return readKept(api, idIn(request), visitor, gateway)
  })
  route('GET', `${place}/:id/content`, async (request, reply) => {
    const { api, visitor } = of(request)
    return sendBytes(await loadKept(api, idIn(request), '/content', visitor, gateway), reply)
  })
  route('DELETE', `${place}/:id`, async (request) => {
    const { api, visitor } = of(request)
    return deleteKept(api, idIn(request), visitor, gateway)
  })
}

const GOOGLE = 'gemini-generate'
const UPLOADS = '/upload/v1beta/files'
const DOWNLOAD = ':download'

function mountGoogleFiles(route: Route, gateway: FileRouteServices): void {
  const api = fileApis.gemini
  route(
    ['POST', 'PUT'],
    UPLOADS,
    async (request, reply) => {
      const visitor = visitorOf(request, gateway)
      if (visitor.query.upload_id !== undefined) return sendUpload(await continueUpload(visitor, gateway), reply)
      if (isStart(request)) return sendUpload(await startUpload(visitor, ownAddress(request, gateway), gateway), reply)
      const upload = { pathOf: uploadPath, headers: UPLOAD_HEADERS, search: searchOf(request) }
      return reply.type(JSON_TYPE).send(await uploadFile(api, visitor, upload, gateway))
    },
    GOOGLE,
  )
  route('GET', '/v1beta/files', (request) => listKept(api, visitorOf(request, gateway), gateway), GOOGLE)
  route(
    'GET',
    '/v1beta/files/*',
    async (request, reply) => {
      const name = nameIn(request)
      const visitor = visitorOf(request, gateway)
      if (!name.endsWith(DOWNLOAD)) return readKept(api, `files/${name}`, visitor, gateway)
      const id = `files/${name.slice(0, -DOWNLOAD.length)}`
      return sendBytes(await loadKept(api, id, DOWNLOAD, visitor, gateway), reply)
    },
    GOOGLE,
  )
  route('DELETE', '/v1beta/files/*', (request) => deleteKept(api, `files/${nameIn(request)}`, visitorOf(request, gateway), gateway), GOOGLE)
}

const CACHED = '/v1beta/cachedContents'

/** To keep content is a call, which is mounted with the others. */
function mountCachedContents(route: Route, gateway: FileRouteServices): void {
  const api = fileApis['gemini-cache']
  const idOf = (request: FastifyRequest) => `cachedContents/${nameIn(request)}`
  route('GET', CACHED, (request) => listKept(api, visitorOf(request, gateway), gateway), GOOGLE)
  route('GET', `${CACHED}/*`, (request) => readKept(api, idOf(request), visitorOf(request, gateway), gateway), GOOGLE)
  route('PATCH', `${CACHED}/*`, (request) => changeCached(idOf(request), visitorOf(request, gateway), gateway), GOOGLE)
  route('DELETE', `${CACHED}/*`, (request) => deleteKept(api, idOf(request), visitorOf(request, gateway), gateway), GOOGLE)
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A handler whose failures are told in the caller's language, and whose answers can be read by pages. */
function served(handler: Served, gateway: FileRouteServices): Served {
  return async (request, reply) => {
    if (gateway.live.isClosed) throw new AppError('shutting_down')
    const dialect = request.routeOptions.config.dialect ?? requesterDialect(request)
    reply.headers(readableHeaders(dialect, request))
    try {
      return await handler(request, reply)
    } catch (error) {
      throw toError(error, languageOf(request.headers['accept-language'], 'en'))
    }
  }
}

const apiOf = (request: FastifyRequest): FileApi => filesOf(requesterDialect(request))

const idIn = (request: FastifyRequest): string => (request.params as { id: string }).id
const nameIn = (request: FastifyRequest): string => (request.params as { '*': string })['*']

const isStart = ({ headers }: FastifyRequest): boolean =>
  headers['x-goog-upload-protocol'] === 'resumable' && String(headers['x-goog-upload-command'] ?? 'start').includes('start')

/** The query without the key. */
function searchOf({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const name of ['key', 'model']) query.delete(name)
  return query.toString()
}

/**
 * The address by which this request came, for one that its client calls next: only the client itself gets it. A proxy may say that it came by
 * https, and where the site's own address has the same host, that decides.
 */
function ownAddress({ headers, protocol, host }: FastifyRequest, { options }: Pick<Gateway, 'options'>): string {
  const site = options.get(serverAddress)
  if (URL.canParse(site) && new URL(site).host === host) return new URL(UPLOADS, site).href
  const told = String(headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim()
  return `${told === 'https' || told === 'http' ? told : protocol}://${host}${UPLOADS}`
}

function sendUpload({ headers, text }: UploadAnswer, reply: FastifyReply): FastifyReply {
  return reply.headers(headers).type(JSON_TYPE).send(text)
}

const FILE_HEADERS = ['content-length', 'content-disposition'] as const

/** Passes the bytes of a file on as they come. */
function sendBytes(answer: VendorAnswer, reply: FastifyReply): FastifyReply {
  for (const name of FILE_HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') reply.header(name, value)
  }
  // A file of a user must not run as a page of this site.
  reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox' })
  return reply.type(answer.contentType || 'application/octet-stream').send(answer.stream())
}
