// The call that is asked about, which is never made.
import type { RouteQuestion } from '@waystation/contract/calls/route'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { CallFacts } from '../call-facts.ts'
import { conversationOf, factsOf, type ReadCallServices, sizeOf } from '../read-call/read-call.ts'
import type { Call, RelayEndpoint } from '../types.ts'

type Asked = Pick<RouteQuestion, 'model' | 'stream'> & { readonly request?: JsonObject | undefined }

/**
 * The call, as far as it is known: without a body it has no words, and nothing that a channel could not do.
 * @throws AppError of an invalid request
 */
export async function askedCall(door: RelayEndpoint, { model, stream, request }: Asked, files: ReadCallServices['files']): Promise<Call> {
  const { operationOfJson, ...usual } = door
  const endpoint = request && operationOfJson ? { ...usual, operation: operationOfJson } : usual
  const body = { ...request, model, ...(stream === undefined ? {} : { stream }) }
  const known = { id: '', endpoint, body, clientHeaders: {}, isStrict: false, startedMs: 0 }
  if (!request) return { ...known, facts: wordless(endpoint, model, stream ?? false) }
  const facts = readFacts(endpoint, body, stream ?? false)
  // Clients may set a body with more space, which counts too.
  const size = await sizeOf(endpoint, facts, { bytes: Buffer.byteLength(JSON.stringify(request)) }, files)
  return { ...known, facts: { ...facts, size }, conversation: () => conversationOf(endpoint, {}, body) }
}

/** Some dialects have the model and the stream in the address. */
function readFacts(endpoint: RelayEndpoint, body: JsonObject & { readonly model: string }, isStream: boolean): CallFacts {
  return factsOf(endpoint, body, endpoint.dialect === 'gemini-generate' ? { model: body.model, isStream } : undefined)
}

function wordless({ operation }: RelayEndpoint, model: string, isStream: boolean): CallFacts {
  return {
    model,
    isStream: isStream || operation.kind === 'session',
    wantsUsageFrame: false,
    size: { textBytes: 0, media: [], maxOutputTokens: undefined, choices: 1 },
  }
}
