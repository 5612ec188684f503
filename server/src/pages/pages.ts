// The console's files. Every page is the same document, rendered with a fresh nonce, so that only our own scripts and the custom code of
// the super admin run (reliability.md 6.8).
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type CustomCodeState, mayRunCustomCode } from '@waystation/contract/site/custom-code'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CustomCode, customCodeHtml, scriptOrigins } from '../domain/option/custom-code.ts'
import { packAnswer } from '../lib/bodies/packed-answers.ts'
import { type PolicyFacts, pageHeaders } from './page-policy.ts'

/** What the options say, read for each page. */
export interface PageSettings extends Omit<PolicyFacts, 'isHttps' | 'connectOrigins'> {
  readonly custom: CustomCode
}

export interface PagesParts {
  /** The console's build; undefined where there is none (a gateway alone). */
  readonly folder: string | undefined
  readonly basePath: string
  readonly settings: () => PageSettings
  /** No custom code at all: the operator started the server so. */
  readonly isSafeMode: boolean
  /** Does the browser use https? */
  readonly isHttps: (request: FastifyRequest) => boolean
  /** Is it the super admin who opens the page? Asked only for `?safe_mode=1`. */
  readonly isRoot: (request: FastifyRequest) => Promise<boolean>
}

/** Mounts the console's files and answers every other path with the document. */
export async function mountPages(app: FastifyInstance, parts: PagesParts): Promise<void> {
  const { folder, basePath } = parts
  if (folder === undefined) {
    app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('The console is not built.'))
    return
  }
  const document = splitAtHead(readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('__BASE_PATH__', basePath))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.gz', '**/*.br', 'index.html'],
    maxAge: '365d',
    immutable: true,
    setHeaders: (reply) => void reply.header('x-content-type-options', 'nosniff'),
  })
  app.addHook('onSend', packDocument)
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFileName(request.url) || (request.method !== 'GET' && request.method !== 'HEAD'))
      return reply.code(404).type('text/plain').send('Not found')
    const nonce = randomBytes(16).toString('base64')
    const settings = parts.settings()
    const code = await codeOf(request, parts, settings.custom, nonce)
    const facts = { ...settings, connectOrigins: code.connectOrigins, isHttps: parts.isHttps(request) }
    const [head, rest] = document.map((half) => half.replaceAll('__NONCE__', nonce))
    return reply
      .headers({ ...pageHeaders(nonce, facts), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(`${head}${code.html}${rest}`)
  }
  app.get('/', page)
  // Browsers ask for it by themselves now and then, though the icon stands in the document.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'max-age=86400').send())
  app.setNotFoundHandler(page)
}

/**
 * Is a file requested, rather than a page? Of a former build, whose script the page would be taken for, or one that there never was, such as
 * `/ratio.png`. No page of the console has an extension.
 */
const isFileName = (url: string): boolean => /^[^?]*\/(assets\/|[^/?]*\.[a-z][a-z0-9]*(\?|$))/i.test(url)

/** The files lie there packed; only the document is put together for each visitor. */
function packDocument(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  return typeof payload === 'string' ? packAnswer(request, reply, payload) : Promise.resolve(payload)
}

/** The document before and after the place where custom code is put. */
function splitAtHead(html: string): readonly [string, string] {
  const end = html.indexOf('</head>')
  if (end < 0) throw new Error('index.html has no head')
  return [html.slice(0, end), html.slice(end)]
}

interface PageCode {
  readonly html: string
  readonly connectOrigins: readonly string[]
}

/** The custom code that this page runs, with a tag that says so to the console. */
async function codeOf(request: FastifyRequest, parts: PagesParts, custom: CustomCode, nonce: string): Promise<PageCode> {
  const html = customCodeHtml(custom, nonce)
  const state = html === '' ? undefined : await stateOf(request, parts)
  if (state === undefined) return { html: '', connectOrigins: [] }
  const tag = `<meta name="custom-code" content="${state}">\n`
  return state === 'active' ? { html: tag + html, connectOrigins: scriptOrigins(custom.headHtml) } : { html: tag, connectOrigins: [] }
}

async function stateOf(request: FastifyRequest, { isSafeMode, basePath, isRoot }: PagesParts): Promise<CustomCodeState> {
  if (isSafeMode) return 'safe'
  const [path = '', query = ''] = request.url.split('?', 2)
  const isAskedSafe = new URLSearchParams(query).get('safe_mode') === '1'
  if (isAskedSafe && (await isRoot(request))) return 'safe'
  return path.startsWith(basePath) && mayRunCustomCode(path.slice(basePath.length)) ? 'active' : 'held'
}
