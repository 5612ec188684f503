import type { ClientCount, VendorCount } from '../dialect.ts'
import { countOf } from '../request/terms.ts'

/** `/v1/messages/count_tokens`. Source: Anthropic's API reference, 2026. */
export const count: ClientCount & VendorCount = {
  write: (tokens) => ({ input_tokens: tokens }),
  read: ({ input_tokens: tokens }) => countOf(tokens),
  ask: (body, model) => ({ ...body, model }),
}
