// Addresses that clients of this family know and that are not served here. A caller with a valid key gets 501, unlike the answer to
// a wrong address; without a valid key the answer is that of every model call. Source: server-behaviour 1.2 and 2.1, decision D50.
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import { relayMaxBodyMb } from '@waystation/contract/options/body-limits'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { Gateway } from '../gateway.ts'

type UnbuiltServices = AuthenticateServices & Pick<Gateway, 'clock'>

/** A sender of a body is waited for so long. */
const DISCARDING_MS = 30_000

const ANY: HTTPMethods[] = ['GET', 'POST', 'DELETE']

/** Routes that get implemented are removed from this list. */
const unbuilt: readonly { readonly method: HTTPMethods | HTTPMethods[]; readonly urls: readonly string[] }[] = [
  { method: 'POST', urls: ['/v1/edits'] },
  { method: 'POST', urls: ['/v1/realtime/sessions', '/v1/realtime/transcription_sessions', '/v1/realtime/translations'] },
  { method: 'POST', urls: ['/v1/realtime/calls', '/v1/realtime/calls/*'] },
  { method: ANY, urls: ['/v1/uploads', '/v1/uploads/*', '/v1/fine-tunes', '/v1/fine-tunes/*', '/v1/fine_tuning/*'] },
  { method: 'DELETE', urls: ['/v1/models/*'] },
  { method: ANY, urls: ['/hf/v1/*'] },
]

/** Answers 501 `api_not_implemented` at each of them, in OpenAI's shape, once the caller's key is known to be good. */
export function mountUnbuilt(app: FastifyInstance, gateway: UnbuiltServices): void {
  for (const { method, urls } of unbuilt) {
    for (const url of urls) {
      app.route({
        method,
        url,
        config: { dialect: 'openai-chat' },
        async handler(request) {
          await authenticate(request.raw, gateway)
          await discardBody(request.raw, gateway)
          throw new AppError('api_not_implemented', { method: request.method, path: request.url.split('?')[0]?.slice(0, 200) ?? '' })
        },
      })
    }
  }
}

/**
 * Takes a body in and throws it away, up to the size that calls may have, so that its sender hears the answer and can go on using the
 * connection. What is larger or slower is left to the front door, which closes the connection behind the answer.
 */
async function discardBody(request: IncomingMessage, { options, clock }: UnbuiltServices): Promise<void> {
  const limitBytes = options.get(relayMaxBodyMb) * 1024 * 1024
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limitBytes) resolve()
  }
  const stopWaiting = clock.after(DISCARDING_MS, resolve)
  request.on('data', take).once('end', resolve).once('close', resolve)
  if (request.readableEnded || request.destroyed) resolve()
  await promise
  stopWaiting()
  request.off('data', take)
}
