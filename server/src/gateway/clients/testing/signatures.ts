// Checks that the vendor got its signatures back. It refuses altered ones itself, but would not notice a gateway that turns thinking off or
// sends a placeholder.
import { expect } from 'vitest'
import type { RecordedRequest } from '../../../testing/fakes/fake-provider.ts'
import type { Upstream } from './upstreams.ts'

const STAND_IN = 'skip_thought_signature_validator'

/** What stands in every follow-up of a conversation with thinking. */
const signatures: Readonly<Partial<Record<Upstream['dialect'], RegExp>>> = {
  // A client that has its answers stored names the thinking, and the vendor that gave it looks it up.
  'openai-responses': /"encrypted_content":"gAAAA|"type":"item_reference","id":"rs_/,
  'anthropic-messages': /"signature":"[^"]{40}/,
  'gemini-generate': /"thoughtSignature":"[^"]{40}/,
  'bedrock-converse': /"signature":"[^"]{40}/,
}

/** Checks the requests that the vendor received after the first answer of one conversation. */
export function expectSignaturesReturned(
  requests: readonly RecordedRequest[],
  { callId, upstream, thinks }: { callId: string; upstream: Upstream; thinks: boolean },
): void {
  const [, ...later] = requests.filter(({ rawBody }) => rawBody.includes(`#call:${callId} `))
  const proof = signatures[upstream.dialect]
  // Google's models sign every call, thinking shown or not.
  if (!proof || (!thinks && upstream.dialect !== 'gemini-generate')) return
  expect(later.length).toBeGreaterThan(0)
  for (const { rawBody } of later) {
    expect(rawBody).toMatch(proof)
    expect(rawBody).not.toContain(STAND_IN)
  }
}
