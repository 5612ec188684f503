// The contract as OpenAPI, for programs and people: GET /api/openapi.json.
import { serverAddress } from '@waystation/contract/options/payment'
import type { FastifyInstance } from 'fastify'
import type { OptionService } from '../../domain/option/option-service.ts'

export interface OpenApiParts {
  readonly options: Pick<OptionService, 'get'>
  /** The document, with the server's address in it. */
  readonly openApi: () => object
}

export function mountOpenApi(api: FastifyInstance, { options, openApi }: OpenApiParts): void {
  // Printing all schemas takes a while, and they change only with the address in them.
  let printed: { readonly address: string; readonly text: string } | undefined
  api.get('/openapi.json', { exposeHeadRoute: false }, (_request, reply) => {
    const address = options.get(serverAddress)
    if (printed?.address !== address) printed = { address, text: JSON.stringify(openApi()) }
    return reply.type('application/json; charset=utf-8').send(printed.text)
  })
}
