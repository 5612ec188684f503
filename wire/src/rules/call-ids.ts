// Ids of calls as the vendor takes them, the same in a call and in its result.
import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest, Part, Turn } from '../chat/request.ts'
import type { CallIdRule } from './chat-rules.ts'
import { hashOfForm, shortened } from './short-hash.ts'
import { type Survey, surveyOf } from './survey.ts'

/** Nothing is lost by it: results find their calls by the new ids, and what the vendor calls next has ids of its own. */
export function limitCallIds(request: ChatRequest, rule: CallIdRule, _: LossLog, survey = surveyOf(request.turns)): ChatRequest {
  if (areTaken(survey, rule)) return request
  const ids = new TakenIds(rule)
  let isChanged = false
  const turns = request.turns.map((turn): Turn => {
    const parts = turn.parts.map((part) => ids.taken(part))
    if (parts.every((part, index) => part === turn.parts[index])) return turn
    isChanged = true
    return { ...turn, parts }
  })
  return isChanged ? { ...request, turns } : request
}

/** Are all ids as the vendor takes them already? */
function areTaken({ calls, results }: Survey, { isUnique, longest = Number.POSITIVE_INFINITY, form }: CallIdRule): boolean {
  const isTaken = (id: string) => id.length <= longest && form?.pattern.test(id) !== false
  if (!calls.every(({ id }) => isTaken(id)) || !results.every(({ toolCallId }) => isTaken(toolCallId))) return false
  return !isUnique || new Set(calls.map(({ id }) => id)).size === calls.length
}

class TakenIds {
  readonly #rule: CallIdRule
  readonly #counts = new Map<string, number>()
  /** By the caller's id: the ids of its calls that have no result yet, which results answer in this order. */
  readonly #open = new Map<string, string[]>()

  constructor(rule: CallIdRule) {
    this.#rule = rule
  }

  taken(part: Part): Part {
    if (part.kind === 'tool-call') {
      const id = this.#unique(part.id)
      this.#open.set(part.id, [...(this.#open.get(part.id) ?? []), id])
      return id === part.id ? part : { ...part, id }
    }
    if (part.kind !== 'tool-result') return part
    const toolCallId = this.#open.get(part.toolCallId)?.shift() ?? this.#formed(part.toolCallId)
    return toolCallId === part.toolCallId ? part : { ...part, toolCallId }
  }

  #unique(id: string): string {
    const count = (this.#counts.get(id) ?? 0) + 1
    this.#counts.set(id, count)
    return this.#formed(this.#rule.isUnique && count > 1 ? `${id}_${count}` : id)
  }

  #formed(id: string): string {
    const { form, longest } = this.#rule
    if (form && !form.pattern.test(id)) return hashOfForm(id, form.length)
    return longest === undefined ? id : shortened(id, longest)
  }
}
