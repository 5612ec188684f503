// Ids of calls as the vendor takes them, the same in a call and in its result.
import type { ChatRequest, Part, Turn } from '../chat/request.ts'
import type { CallIdRule } from './chat-rules.ts'
import { hashOfForm, shortened } from './short-hash.ts'

/** Nothing is lost by it: results find their calls by the new ids, and what the vendor calls next has ids of its own. */
export function limitCallIds(request: ChatRequest, rule: CallIdRule): ChatRequest {
  if (areTaken(request.turns, rule)) return request
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
function areTaken(turns: readonly Turn[], { isUnique, longest, form }: CallIdRule): boolean {
  const seen = new Set<string>()
  for (const { parts } of turns) {
    for (const part of parts) {
      const id = idOf(part)
      if (id === undefined) continue
      if (id.length > (longest ?? id.length) || form?.pattern.test(id) === false) return false
      if (!isUnique || part.kind !== 'tool-call') continue
      if (seen.has(id)) return false
      seen.add(id)
    }
  }
  return true
}

function idOf(part: Part): string | undefined {
  if (part.kind === 'tool-call') return part.id
  return part.kind === 'tool-result' ? part.toolCallId : undefined
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
