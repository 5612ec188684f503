// Ids of calls as the vendor takes them, the same in a call and in its result.
import type { LossLog } from '../../chat/losses/loss.ts'
import type { ChatRequest, Part, Turn } from '../../chat/request/request.ts'
import { Queues } from '../../encoding/queue.ts'
import { UniqueNames } from '../../unique-names.ts'
import { analysisOf, type ConversationAnalysis } from '../analysis.ts'
import { hashOfForm, shortened } from '../short-hash.ts'
import type { CallIdRule } from '../vendors/chat-rules.ts'

/** Nothing is lost by it: results find their calls by the new ids, and what the vendor calls next has ids of its own. */
export function limitCallIds(request: ChatRequest, rule: CallIdRule, _: LossLog, analysis = analysisOf(request.turns)): ChatRequest {
  if (areTaken(analysis, rule)) return request
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
function areTaken({ calls, results }: ConversationAnalysis, { isUnique, maxLength = Number.POSITIVE_INFINITY, form }: CallIdRule): boolean {
  const isTaken = (id: string) => id.length <= maxLength && form?.pattern.test(id) !== false
  if (!calls.every(({ id }) => isTaken(id)) || !results.every(({ toolCallId }) => isTaken(toolCallId))) return false
  return !isUnique || new Set(calls.map(({ id }) => id)).size === calls.length
}

class TakenIds {
  readonly #rule: CallIdRule
  readonly #names = new UniqueNames()
  /** By the caller's id: the ids of its calls that have no result yet, which results answer in this order. */
  readonly #open = new Queues<string>()

  constructor(rule: CallIdRule) {
    this.#rule = rule
  }

  taken(part: Part): Part {
    if (part.kind === 'tool-call') {
      // A copy may not have the name of another call.
      const id = this.#formed(this.#rule.isUnique ? this.#names.make(part.id) : part.id)
      this.#open.add(part.id, id)
      return id === part.id ? part : { ...part, id }
    }
    if (part.kind !== 'tool-result') return part
    const toolCallId = this.#open.take(part.toolCallId) ?? this.#formed(part.toolCallId)
    return toolCallId === part.toolCallId ? part : { ...part, toolCallId }
  }

  #formed(id: string): string {
    const { form, maxLength } = this.#rule
    if (form && !form.pattern.test(id)) return hashOfForm(id, form.length)
    return maxLength === undefined ? id : shortened(id, maxLength)
  }
}
