// Changes that a channel's setting makes to its vendor's answers (server-behaviour 3.5a). They are made on canonical events, so that they
// hold in every dialect, whole and streamed. The bill is made from the unchanged answer.
import type { ChannelSetting } from '@waystation/contract/channels/channel-setting'
import { knownNames } from '@waystation/wire/chat/losses/known-names'
import type { ChatEvent, PartDelta } from '@waystation/wire/chat/reply/event'
import type { Rewrite } from '@waystation/wire/chat/translate'
import { originalNames } from '@waystation/wire/rules/tool-names'
import type { Attempt } from '../attempt.ts'
import { hasConversation } from '../operations/kinds.ts'
import { rulesOf } from '../prepare/rules.ts'
import type { Call } from '../types.ts'

const BEGIN = '<think>\n'
const END = '\n</think>\n'

/** Does the channel's setting change replies before a client gets them? Then they are printed anew even where both speak one dialect. */
export function isRewritten(operation: Attempt['operation'], { setting }: Pick<Attempt['channel'], 'setting'>): boolean {
  return operation === 'chat' && (setting.force_format === true || setting.thinking_to_content === true)
}

/** The changes for one answer; undefined where there are none. */
export function rewriteOf(call: Call, attempt: Attempt): Rewrite | undefined {
  const rename = namesBack(call, attempt)
  const change = rewriteOfSetting(attempt)
  if (!rename || !change) return rename ?? change
  return (events) => change(rename(events))
}

/** Gives tools the names back that the vendor did not take, or its model did not keep to. */
function namesBack(call: Call, attempt: Attempt): Rewrite | undefined {
  const { operation } = call.endpoint
  if (attempt.request !== 'translated' || !hasConversation(operation)) return undefined
  const { toolNames } = rulesOf(attempt)
  const conversation = () => operation.conversation(call)
  const known = knownNames(conversation)
  if (!toolNames) return known
  const original = originalNames(conversation, toolNames)
  return (events) => known(original(events))
}

function rewriteOfSetting(attempt: Attempt): Rewrite | undefined {
  if (!isRewritten(attempt.operation, attempt.channel)) return undefined
  const { setting } = attempt.channel
  const moveThinking = setting.thinking_to_content ? thinkingInContent() : undefined
  return (events) => canonical(moveThinking ? moveThinking(events) : events, setting)
}

/** Without the fields that only the vendor's dialect has, and unknown ones. */
function canonical(events: readonly ChatEvent[], { force_format }: ChannelSetting): readonly ChatEvent[] {
  return force_format ? events.filter(({ kind }) => kind !== 'unknown').map(withoutExtras) : events
}

function withoutExtras(event: ChatEvent): ChatEvent {
  const { extras: _, ...rest } = { extras: undefined, ...event }
  if (rest.kind !== 'part-started') return rest as ChatEvent
  const { extras: __, ...initial } = { extras: undefined, ...rest.initial }
  return { ...rest, initial } as ChatEvent
}

/**
 * Reasoning as text before the other content of its choice, between `<think>` and `</think>`. Signatures are dropped, since text cannot
 * carry them.
 */
function thinkingInContent(): Rewrite {
  const thoughts = new Set<string>()
  /** The thought of each choice that has begun and not ended, by its part. */
  const open = new Map<number, number>()

  function close(choice: number, out: ChatEvent[]): void {
    const part = open.get(choice)
    if (part === undefined) return
    open.delete(choice)
    out.push({ kind: 'part-delta', choice, part, text: END }, { kind: 'part-ended', choice, part })
  }

  function think({ choice, part, text = '' }: Pick<PartDelta, 'choice' | 'part' | 'text'>, out: ChatEvent[]): void {
    if (text === '') return
    if (open.get(choice) === part) {
      out.push({ kind: 'part-delta', choice, part, text })
      return
    }
    close(choice, out)
    open.set(choice, part)
    out.push({ kind: 'part-started', choice, part, initial: { kind: 'text', text: BEGIN + text } })
  }

  function take(event: ChatEvent, out: ChatEvent[]): void {
    if (event.kind === 'part-started') {
      const { choice, part, initial } = event
      if (initial.kind === 'reasoning') {
        thoughts.add(`${choice}:${part}`)
        think({ choice, part, text: initial.text }, out)
        return
      }
      close(choice, out)
    } else if (event.kind === 'part-delta' || event.kind === 'part-ended') {
      if (thoughts.has(`${event.choice}:${event.part}`)) {
        if (event.kind === 'part-delta') think(event, out)
        else if (open.get(event.choice) === event.part) close(event.choice, out)
        return
      }
    } else if (event.kind === 'choice-ended') close(event.choice, out)
    out.push(event)
  }

  return (events) => {
    const out: ChatEvent[] = []
    for (const event of events) take(event, out)
    return out
  }
}
