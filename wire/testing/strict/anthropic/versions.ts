// What version 2026-10-21 of the API refuses and 2023-06-01 takes.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, objectsOf, type Rule } from './call.ts'

const MIGRATION = 'https://platform.claude.com/docs/en/api/migration-2026-10-21'

/** The vendor's words are known for sampling only; for the others, its documentation says the status and the reason. */
export const versionRules: readonly Rule[] = [
  rule(
    'sampling-removed',
    `${MIGRATION}; the words: https://github.com/ttlequals0/MinusPod/releases/tag/v2.101.10 (2026-10-31)`,
    (call) => {
      const bad = isNew(call) && ['temperature', 'top_p', 'top_k'].find((name) => call.body[name] !== undefined)
      return bad ? `${bad}: Extra inputs are not permitted` : undefined
    },
  ),
  rule('document-of-assistant', MIGRATION, (call) =>
    firstOf(isNew(call) ? call.turns : [], ({ role, blocks, index }) => {
      const at = role === 'assistant' ? blocks.findIndex(({ type }) => type === 'document') : -1
      return at >= 0 ? `messages.${index}.content.${at}: document blocks are not permitted in assistant messages` : undefined
    }),
  ),
  rule('citations-of-user', MIGRATION, (call) =>
    firstOf(isNew(call) ? call.turns : [], ({ role, blocks, index }) => {
      const at = role === 'user' ? blocks.findIndex(isCiting) : -1
      return at >= 0 ? `messages.${index}.content.${at}: citations are not permitted in user messages` : undefined
    }),
  ),
]

const isNew = ({ request }: Call): boolean => request.headers['anthropic-version'] === '2026-10-21'

/** A text with citations, or a block that holds one. */
function isCiting(block: JsonObject): boolean {
  if (block.type === 'text') return Array.isArray(block.citations) && block.citations.length > 0
  return objectsOf(block.content).some(isCiting)
}
