// The doors of files: OpenAI's, Anthropic's and Google's at one address, told apart by the headers of their clients, and Google's own.
import { AppError, languageOf } from '@waystation/contract/errors'
import { type FileApi, fileApis, filesOf } from '@waystation/wire/files/file-api'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { deploymentPrefixes } from '../door/endpoints.ts'
import { toError } from '../door/error-boundary.ts'
import { requesterDialect } from '../door/models.ts'
import { ownAddress } from '../door/own-address.ts'
import { readableHeaders } from '../door/readable-headers.ts'
import type { Gateway } from '../gateway.ts'
import type { VendorAnswer } from '../upstream/exchange.ts'
import { cachedContentPlaces, changeCached } from './cached-contents.ts'
import { visitorOf } from './file-visitor.ts'
import { deleteKept, type FileServices, listKept, loadKept, readKept } from './kept-files.ts'
import { continueUpload, startUpload, UPLOAD_HEADERS, type UploadAnswer, uploadPath } from './resumable.ts'
import { uploadFile } from './upload.ts'

export type FileRouteServices = FileServices & Pick<Gateway, 'forwardedHeaders' | 'live'>

type Served = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Mounts them all. */
export function mountFiles(app: FastifyInstance, gateway: FileRouteServices): void {
  const route: Route = (method, url, handler) =>
    app.route({ method, url, config: isShared(url) ? {} : { dialect: GOOGLE }, handler: served(handler, gateway) })
  for (const prefix of ['/v1', ...deploymentPrefixes]) mountSharedFiles(`${prefix}/files`, route, gateway)
  mountGoogleFiles(route, gateway)
  mountCachedContents(route, gateway)
}

type Route = (method: RouteOptions['method'], url: string, handler: Served) => void

/** Does the address not tell whose clients come there? */
const isShared = (url: string): boolean => !/^\/(upload|v1beta)\/|\/cachedContents/.test(url)

/** Google's libraries come here too, where they are set to the first version of that API. */
function mountSharedFiles(place: string, route: Route, gateway: FileRouteServices): void {
  route('POST', place, async (request, reply) => {
    const uploaded = await uploadFile(apiOf(request), visitorOf(request, gateway), { headers: [] }, gateway)
    return reply.type(JSON_TYPE).send(uploaded)
  })
  mountKept(place, '/:id', apiOf, route, gateway)
  route('GET', `${place}/:id/content`, async (request, reply) => {
    return sendBytes(await loadKept(apiOf(request), idIn(request), '/content', visitorOf(request, gateway), gateway), reply)
  })
}

/** What is done with what is kept: the same for all shapes. */
function mountKept(place: string, one: string, of: (request: FastifyRequest) => FileApi, route: Route, gateway: FileRouteServices): void {
  route('GET', place, (request) => listKept(of(request), visitorOf(request, gateway), gateway))
  route('GET', place + one, async (request, reply) => {
    const [api, id, visitor] = [of(request), idIn(request), visitorOf(request, gateway)]
    if (api.dialect !== GOOGLE || !id.endsWith(DOWNLOAD)) return readKept(api, id, visitor, gateway)
    return sendBytes(await loadKept(api, id.slice(0, -DOWNLOAD.length), DOWNLOAD, visitor, gateway), reply)
  })
  route('DELETE', place + one, (request) => deleteKept(of(request), idIn(request), visitorOf(request, gateway), gateway))
}

const GOOGLE = 'gemini-generate'
const DOWNLOAD = ':download'

function mountGoogleFiles(route: Route, gateway: FileRouteServices): void {
  mountKept('/v1beta/files', '/*', () => fileApis.gemini, route, gateway)
  for (const place of UPLOADS) {
    route(['POST', 'PUT'], place, async (request, reply) => {
      const visitor = visitorOf(request, gateway)
      if (visitor.query.upload_id !== undefined) return sendUpload(await continueUpload(visitor, gateway), reply)
      if (isStart(request))
        return sendUpload(await startUpload(visitor, ownAddress(request, request.url.split('?')[0] ?? '', gateway), gateway), reply)
      const upload = { pathOf: uploadPath, headers: UPLOAD_HEADERS, search: searchOf(request) }
      return reply.type(JSON_TYPE).send(await uploadFile(fileApis.gemini, visitor, upload, gateway))
    })
  }
}

const UPLOADS = ['/upload/v1beta/files', '/upload/v1/files'] as const

/** To keep content is a call, which is mounted with the others. */
function mountCachedContents(route: Route, gateway: FileRouteServices): void {
  const api = fileApis['gemini-cache']
  for (const place of cachedContentPlaces) {
    mountKept(place, '/*', () => api, route, gateway)
    route('PATCH', `${place}/*`, (request) => changeCached(idIn(request), visitorOf(request, gateway), gateway))
  }
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

function idIn({ params }: FastifyRequest): string {
  const { id, '*': rest } = params as { readonly id?: string; readonly '*'?: string }
  return id ?? rest ?? ''
}

const isStart = ({ headers }: FastifyRequest): boolean =>
  headers['x-goog-upload-protocol'] === 'resumable' && String(headers['x-goog-upload-command'] ?? 'start').includes('start')

/** The query without the key. */
function searchOf({ url }: FastifyRequest): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const name of ['key', 'model']) query.delete(name)
  return query.toString()
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
