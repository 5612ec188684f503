// Addresses that clients of this family know and that are not served here. A caller with a valid key gets 501, unlike the answer to
// a wrong address; without a valid key the answer is that of every model call. Source: server-behaviour 1.2 and 2.1, decision D50.
import { AppError } from '@waystation/contract/errors'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'

const ANY: HTTPMethods[] = ['GET', 'POST', 'DELETE']

/** Routes that get implemented are removed from this list. */
const unbuilt: readonly { readonly method: HTTPMethods | HTTPMethods[]; readonly urls: readonly string[] }[] = [
  { method: 'POST', urls: ['/v1/edits', '/v1/moderations'] },
  { method: 'GET', urls: ['/v1/realtime'] },
  { method: ANY, urls: ['/v1/files', '/v1/files/*', '/v1/fine-tunes', '/v1/fine-tunes/*'] },
  { method: 'DELETE', urls: ['/v1/models/*'] },
  { method: ANY, urls: ['/mj/*', '/mj-fast/mj/*', '/mj-relax/mj/*', '/mj-turbo/mj/*', '/suno/*', '/hf/v1/*'] },
]

/** Answers 501 `api_not_implemented` at each of them, in OpenAI's shape, once the caller's key is known to be good. */
export function mountUnbuilt(app: FastifyInstance, gateway: AuthenticateServices): void {
  for (const { method, urls } of unbuilt) {
    for (const url of urls) {
      app.route({
        method,
        url,
        config: { dialect: 'openai-chat' },
        async handler(request) {
          await authenticate(request.raw, gateway)
          throw new AppError('api_not_implemented', { method: request.method, path: request.url.split('?')[0]?.slice(0, 200) ?? '' })
        },
      })
    }
  }
}
