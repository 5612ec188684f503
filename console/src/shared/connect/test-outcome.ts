// A real small call with a token's key, at the door that a client knocks at, and what became of it.
import type { ClientDialect } from '@waystation/contract/clients/client'
import { callOf, refusalOf, wordsOf } from '@waystation/contract/clients/test-call'

export interface TestCall {
  /** Of the gateway, as this page reaches it. */
  readonly base: string
  readonly key: string
  readonly model: string
  readonly dialect: ClientDialect
  readonly prompt: string
  /** The language of error messages. */
  readonly language: string
}

/** Why a call did not succeed; each has words of its own. */
export type TestFault = 'network' | 'key' | 'refused' | 'model' | 'busy' | 'upstream' | 'request' | 'strange'

export type TestOutcome =
  | { readonly isOk: true; readonly words: string; readonly totalMs: number; readonly requestId: string | undefined }
  | { readonly isOk: false; readonly fault: TestFault; readonly message: string; readonly requestId: string | undefined }

/** Makes the call. It never rejects: whatever happens is what there is to be told. */
export async function runTestCall(call: TestCall, send: typeof fetch = fetch): Promise<TestOutcome> {
  const { path, headers, body } = callOf(call, call.prompt)
  const startMs = performance.now()
  try {
    const response = await send(call.base + path, {
      method: 'POST',
      headers: { ...headers, 'Accept-Language': call.language },
      body: JSON.stringify(body),
      credentials: 'omit',
    })
    const text = await response.text()
    const requestId = response.headers.get('x-request-id') ?? undefined
    const answer = parsed(text)
    if (response.ok && answer !== undefined) {
      return { isOk: true, words: wordsOf(call.dialect, answer), totalMs: performance.now() - startMs, requestId }
    }
    // Whoever answers without JSON is not the gateway: a proxy before it, most likely.
    if (answer === undefined) return { isOk: false, fault: 'strange', message: `HTTP ${response.status}`, requestId }
    return { isOk: false, fault: faultOf(response.status), message: refusalOf(answer) ?? `HTTP ${response.status}`, requestId }
  } catch (error) {
    return { isOk: false, fault: 'network', message: error instanceof Error ? error.message : String(error), requestId: undefined }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultOf(status: number): TestFault {
  if (status === 401) return 'key'
  if (status === 402 || status === 403) return 'refused'
  if (status === 404) return 'model'
  if (status === 429) return 'busy'
  return status >= 500 ? 'upstream' : 'request'
}
