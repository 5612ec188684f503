// OpenAI's endpoint that shortens a conversation. Source: OpenAI's API reference, "Compact a response", 2026: the caller's own messages
// stay as they are, everything else becomes one item that only the vendor can read.
import { type FakeDialect, objects, text } from './fake-dialect.ts'
import { usageOf } from './responses.ts'
import { sign } from './signature.ts'

/** @param responses the vendor's dialect, whose conversations these are */
export function compactDialect(responses: FakeDialect): FakeDialect {
  return {
    ...responses,
    read: (request) => ({ ...responses.read(request), isStream: false }),
    whole(ask, { body }, id) {
      const given = typeof body.input === 'string' ? [{ type: 'message', role: 'user', content: body.input }] : objects(body.input)
      const seal = { id: `cmp_${id}`, type: 'compaction', encrypted_content: sign('responses', text(ask.promptText)) }
      return {
        id: `resp_${id}`,
        object: 'response.compaction',
        created_at: 1_700_000_000,
        output: [...given.filter(({ role }) => role === 'user'), seal],
        usage: usageOf(ask),
      }
    },
    stream: () => [],
  }
}
