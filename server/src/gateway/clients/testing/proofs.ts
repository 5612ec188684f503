// Did the vendor get its signatures back? It refuses altered ones by itself; but a gateway could also get by without any, by turning the thinking
// off or with a stand-in, and that must not count.
import { expect } from 'vitest'
import type { RecordedRequest } from '../../../testing/fake-provider.ts'
import type { Upstream } from './upstreams.ts'

const STAND_IN = 'skip_thought_signature_validator'

/** What stands in every follow-up of a conversation with thinking. */
const signatures: Readonly<Partial<Record<Upstream['dialect'], RegExp>>> = {
  'openai-responses': /"encrypted_content":"gAAAA/,
  'anthropic-messages': /"signature":"[^"]{40}/,
  'gemini-generate': /"thoughtSignature":"[^"]{40}/,
}

/** Looks at what the vendor was sent after the first answer of one conversation. */
export function expectProofs(
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
