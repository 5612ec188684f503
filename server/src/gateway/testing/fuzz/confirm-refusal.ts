// Whether a refusal of ours is one that the vendor would tell too: the request is written without the rules that refuse it, and judged.
import { traitsOf } from '@waystation/contract/models/traits'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { type Loss, lossList } from '@waystation/wire/chat/losses/loss'
import type { ChatRequest } from '@waystation/wire/chat/request/request'
import { translateRequest } from '@waystation/wire/chat/translate'
import { applyRules } from '@waystation/wire/rules/apply-rules'
import { ruleNamesByKind, rulesFor } from '@waystation/wire/rules/rulebooks'
import type { ChatRules } from '@waystation/wire/rules/vendors/chat-rules'
import type { JudgedRequest } from '@waystation/wire/testing/strict/judge'
import type { Target } from './targets.ts'

export interface Refusal {
  /** The rules that refuse, or what the vendor's dialect has no words for. */
  readonly by: string
  /** The vendor refuses what would have been sent, or its dialect has no words for it. */
  readonly isConfirmed: boolean
}

/** What the vendor's page on the model says, and no recorded error: which kinds of answer it gives. */
const documented: readonly (keyof ChatRules)[] = ['modalities']

const isNeeded = ({ reason }: Loss) => reason === 'needed'

/** @param path the address that the request would have gone to */
export function confirmRefusal(asked: ChatRequest, target: Target, model: string, sample: Omit<JudgedRequest, 'body'>): Refusal {
  const rules = rulesFor(target.rulebook, model)
  // As the gateway requests it of a model that only streams.
  const request = rules.streamsOnly ? { ...asked, stream: true } : asked
  const kinds = (Object.keys(rules) as (keyof ChatRules)[]).filter((kind) => refuses(request, { [kind]: rules[kind] }))
  const others = Object.fromEntries(Object.entries(rules).filter(([kind]) => !kinds.includes(kind as keyof ChatRules)))
  const losses = lossList()
  // How a choice is said stays, so that what is judged is said as the vendor knows it.
  const { refusesSome } = rules.tools ?? {}
  const saying = refusesSome ? { tools: { refusesSome } } : {}
  const edits = { model, modelThinking: traitsOf(model).thinking, requestsUsage: false, rules: { ...saying, ...others } }
  const body = translateRequest(request, vendorDialects[target.dialect], edits, losses)
  const wordless = losses.losses.filter(isNeeded).map(({ path }) => path.replaceAll(/\[\d+\]/g, '[]'))
  if (wordless.length > 0) return { by: `no words in ${target.dialect}: ${[...new Set(wordless)].join(', ')}`, isConfirmed: true }
  const suppliers = ruleNamesByKind(target.rulebook, model)
  const by = kinds.map((kind) => `${kind} (${(suppliers[kind] ?? []).join(', ')})`).join(' and ')
  // Something else than was asked would be sent: the vendor could not know.
  const isUnsaid = losses.losses.some(({ path }) => /^(tools|toolChoice|modalities)/.test(path))
  const isDocumented = kinds.every((kind) => documented.includes(kind))
  const refusal = target.judge?.judge({ ...sample, body: JSON.parse(JSON.stringify(body)) })
  const isConfirmed = isUnsaid || isDocumented || refusal !== undefined
  return { by, isConfirmed }
}

function refuses(request: ChatRequest, rules: ChatRules): boolean {
  const [common, losses] = [lossList(), lossList()]
  applyRules(request, {}, common)
  applyRules(request, rules, losses)
  return losses.losses.filter(isNeeded).length > common.losses.filter(isNeeded).length
}
