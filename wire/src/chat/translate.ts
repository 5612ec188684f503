// From one dialect to another, by way of the canonical model. Where client and vendor speak one dialect the gateway passes a reply through.
import { withoutBillingLine } from '../claude/billing-line.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { Frame } from '../encoding/sse.ts'
import type { ModelThinking } from '../model-thinking.ts'
import { applyRules, mustNotThink } from '../rules/apply-rules.ts'
import { withOriginalPaths } from '../rules/places.ts'
import { switchedThinking } from '../rules/reasoning.ts'
import { nameEmpty, withoutSilentTurns } from '../rules/turns/silent-turns.ts'
import type { ChatRules } from '../rules/vendors/chat-rules.ts'
import type { ReplyWriter, VendorDialect } from './dialect.ts'
import type { LossLog } from './losses/loss.ts'
import { failureOfEnd } from './reply/end-meaning.ts'
import type { ChatEvent } from './reply/event.ts'
import type { WireUsage } from './reply/usage.ts'
import { withInstructions } from './request/instructions.ts'
import type { ChatRequest } from './request/request.ts'

/** Changes to the request for a vendor. */
export interface VendorEdits {
  /** The model's name at the vendor. */
  readonly model: string
  /** How that model thinks; absent: that is not known. */
  readonly modelThinking?: ModelThinking | undefined
  /** The operator's instructions, in place of those that the request begins with; empty: none. */
  readonly instructions?: string
  /** Is the vendor to report usage in the stream, in a dialect that reports it on request only? */
  readonly requestsUsage: boolean
  /** What the model accepts; absent: everything that the dialect can say. */
  readonly rules?: ChatRules
  /** Is a stream requested? Absent: where the caller wants one. */
  readonly isStreamed?: boolean
}

/** The body for a vendor of another dialect. Fields that it cannot express are added to the losses. */
export function translateRequest(
  request: ChatRequest,
  to: Pick<VendorDialect, 'name' | 'writeRequest' | 'takesBillingLine'>,
  { model, modelThinking, instructions = '', requestsUsage, rules = {}, isStreamed = request.stream === true }: VendorEdits,
  losses: LossLog,
): JsonObject {
  // The gateway itself serves the client's wish for usage. Vendors refuse the field, with any value, in a call that is no stream.
  const { streamUsage: _, ...rest } = to.takesBillingLine?.(model) ? request : withoutBillingLine(request, losses)
  const formed = isStreamed === (rest.stream === true) ? rest : { ...rest, stream: isStreamed }
  const prompted = instructions === '' ? formed : withInstructions(formed, instructions)
  const taken = applyRules(withoutSilentTurns(prompted, to.name, losses), rules, losses)
  const sent = { ...taken, model, ...(modelThinking && { modelThinking }), ...(requestsUsage && { streamUsage: true }) }
  const body = to.writeRequest(sent, withOriginalPaths(sent, losses))
  nameEmpty(body, losses)
  if (rules.thinkingSwitch) Object.assign(body, switchedThinking(prompted.reasoning, rules.thinkingSwitch))
  if (rules.notThinking && mustNotThink(sent, rules.notThinking)) body[rules.notThinking.field] = rules.notThinking.value
  return body
}

/** A change of the events of one reply before they are written. Remembers what came before. */
export type Rewrite = (events: readonly ChatEvent[]) => readonly ChatEvent[]

/** Writes the events of a vendor's reply in the client's dialect. */
export class ReplyTranslation {
  readonly #writer: ReplyWriter
  readonly #rewrite: Rewrite | undefined

  constructor(writer: ReplyWriter, rewrite?: Rewrite) {
    this.#writer = writer
    this.#rewrite = rewrite
  }

  /** Adds the frames of these events. */
  push(events: readonly ChatEvent[], frames: Frame[]): void {
    for (const event of toldAsFailures(this.#rewrite ? this.#rewrite(events) : events))
      for (const frame of this.#writer.push(event)) frames.push(frame)
  }

  /**
   * The frames that end the reply, to be sent when the settlement is durable.
   *
   * @param counted what is billed, where the vendor reported no usage
   */
  end(counted?: WireUsage): Frame[] {
    return [...(counted ? this.#writer.push({ kind: 'usage-known', usage: counted }) : []), ...this.#writer.end()]
  }
}

/**
 * Ends that are failures as such, unless the vendor reports the failure itself: the client's dialect has no words for them, and the client must
 * not take the answer for whole.
 */
function toldAsFailures(events: readonly ChatEvent[]): readonly ChatEvent[] {
  if (!events.some((event) => failureOfEnd(event) !== undefined)) return events
  const isReported = events.some(({ kind }) => kind === 'reply-failed')
  return events.flatMap((event): ChatEvent[] => {
    const message = failureOfEnd(event)
    if (message === undefined) return [event]
    return isReported ? [] : [{ kind: 'reply-failed', message }]
  })
}
