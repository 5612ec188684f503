// The console's files. Every page is the same document, printed anew with a nonce, so that only our own scripts run (reliability.md 6.8).
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { chatTarget } from '@waystation/contract/chat-link'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface PagesParts {
  /** The console's build; undefined where there is none (a gateway alone). */
  readonly folder: string | undefined
  readonly basePath: string
  /** Origins that the pages may frame beside every https one: chat programs of this device on plain http. Asked for each page. */
  readonly frameOrigins?: () => readonly string[]
}

/** Mounts the console's files and answers every other path with the document. */
export async function mountPages(app: FastifyInstance, { folder, basePath, frameOrigins = () => [] }: PagesParts): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('The console is not built.'))
    return
  }
  const document = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('__BASE_PATH__', basePath)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: existsSync(join(folder, 'index.html.gz')),
    globIgnore: ['**/*.gz', '**/*.br', 'index.html'],
    maxAge: '365d',
    immutable: true,
  })
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // A file of a former build: the page would be taken for a script.
    const isFile = /^[^?]*\/assets\//.test(request.url)
    if (isFile || (request.method !== 'GET' && request.method !== 'HEAD')) return reply.code(404).type('text/plain').send('Not found')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ ...securityHeaders, 'content-security-policy': contentPolicy(nonce, frameOrigins()), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(document.replaceAll('__NONCE__', nonce))
  }
  app.get('/', page)
  app.setNotFoundHandler(page)
}

/** What goes with every page (control 54). */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
} as const

function contentPolicy(nonce: string, frameOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "connect-src 'self'",
    ["frame-src 'self' https:", ...frameOrigins].join(' '),
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** A host may hold a semicolon, which in a policy would begin a directive. */
const plainOrigin = /^http:\/\/[\w.:[\]-]+$/

/** The origins of those chat links that are on plain http, which is allowed on this device only. */
export function plainOrigins(links: readonly string[]): readonly string[] {
  const targets = links.map(chatTarget)
  const origins = targets.flatMap((target) => (target?.kind === 'web' && plainOrigin.test(target.origin) ? [target.origin] : []))
  return [...new Set(origins)]
}
