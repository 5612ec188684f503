import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest, OutputFormat, Turn } from '../chat/request/request.ts'
import type { OutputRule } from './vendors/chat-rules.ts'

/** A schema where the vendor knows free JSON only, and the word that it wants to see beside free JSON. */
export function limitOutput(request: ChatRequest, rule: OutputRule, losses: LossLog): ChatRequest {
  const { output } = request
  if (output?.kind === 'json-schema' && rule.refusesSchema)
    return withSchemaInWords(request, output, rule.refusesJson ? 'text' : 'json', losses)
  if (output?.kind === 'json' && rule.refusesJson) {
    losses.add('output', 'not-expressible')
    const { output: _, ...rest } = request
    return withInstruction(rest, 'Answer in JSON.')
  }
  if (output?.kind !== 'json' || !rule.needsWord || request.turns.some(saysJson)) return request
  return withInstruction(request, 'Answer in JSON.')
}

/**
 * The schema as an instruction, which the model follows as a rule and nobody guarantees.
 * @param form what is requested of the vendor instead
 */
export function withSchemaInWords(
  request: ChatRequest,
  { schema }: Extract<OutputFormat, { kind: 'json-schema' }>,
  form: 'json' | 'text',
  losses: LossLog,
): ChatRequest {
  losses.add('output', 'not-expressible')
  const { output: _, ...rest } = request
  const formed: ChatRequest = form === 'json' ? { ...rest, output: { kind: 'json' } } : rest
  return withInstruction(formed, `Answer with one JSON value that follows this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`)
}

/** Adds a text to the instructions that the request begins with. */
export function withInstruction(request: ChatRequest, text: string): ChatRequest {
  const [first, ...others] = request.turns
  if (first === undefined || (first.role !== 'system' && first.role !== 'developer'))
    return { ...request, turns: [{ role: 'system', parts: [{ kind: 'text', text }] }, ...request.turns] }
  return { ...request, turns: [{ ...first, parts: [...first.parts, { kind: 'text', text }] }, ...others] }
}

const saysJson = ({ parts }: Turn) => parts.some((part) => part.kind === 'text' && /json/i.test(part.text))
