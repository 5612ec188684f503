import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import type { ChatRequest } from '@waystation/wire/chat/request'
import { contentTypeOf } from '@waystation/wire/framing'
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import type { Vault } from '../../domain/vault/vault.ts'
import type { WorkQueue } from '../../lib/work-queue.ts'
import type { UpstreamCall } from '../../providers/provider.ts'
import { isConversation } from '../operations/is-conversation.ts'
import { ChunkedJsonPrinter } from '../translate/chunked-json-printer.ts'
import { signerOf, withSignatures } from '../translate/signatures.ts'
import { pricedHeaders } from '../translate/surcharges.ts'
import { bodyFor, forbidden, upstreamBody } from '../translate/translate.ts'
import { foreignIds } from '../translate/vendor-ids.ts'
import type { Attempt, Call, CostEstimate, Losses, OptionReader } from '../types.ts'
import type { VendorRequest } from './exchange.ts'
import { untranslatable } from './failures.ts'
import { printForm, withFormModel } from './form-body.ts'
import { framingOf, targetOf, upstreamCallOf } from './upstream-call.ts'

/** What an attempt's request is made of, in addition to the call. */
export interface EncodeParts {
  readonly options: OptionReader
  /** Schedules the slices of work on a large body. */
  readonly workQueue?: WorkQueue
  /** Stores the signatures of earlier turns, and the ids that the user was given; absent: there are none. */
  readonly vault?: Vault
  readonly userId: number
  readonly key: ChannelKey
  readonly estimate: Pick<CostEstimate, 'lowered'>
  /** Collects what the vendor's dialect cannot express. */
  readonly losses: Losses
}

/** The request of an attempt, as it will be sent. Throws UpstreamFailure where the vendor's dialect cannot express what matters. */
export async function encodeAttempt(call: Call, attempt: Attempt, parts: EncodeParts): Promise<VendorRequest> {
  const { options, key, losses } = parts
  const { channel, provider } = attempt
  const plain = upstreamCallOf(call, attempt, attempt.operation, options)
  const upstreamCall = { ...plain, clientHeaders: pricedHeaders(plain.clientHeaders, attempt, losses) }
  const address = provider.address(upstreamCall, targetOf(channel, key.secret))
  const { contentType, body } = call.form
    ? printForm(withFormModel(call.form, attempt.upstreamModel))
    : { contentType: 'application/json', body: await encodeJson(call, attempt, upstreamCall, parts) }
  return {
    method: 'POST',
    url: address.url,
    headers: {
      ...address.headers,
      'content-type': contentType,
      accept: attempt.isStreamed ? contentTypeOf(framingOf(call, attempt)) : call.form ? '*/*' : 'application/json',
      'accept-encoding': 'identity',
    },
    body,
  }
}

/** A body of JSON, as it will be sent. */
async function encodeJson(
  call: Call,
  attempt: Attempt,
  upstreamCall: UpstreamCall,
  { options, workQueue, vault, userId, estimate, losses }: EncodeParts,
): Promise<string | Buffer> {
  const rules = {
    losses,
    foreign: await foreignIds(bodyFor(call, attempt), call, attempt, { vault, userId, options }),
    ...(estimate.lowered ? { lowered: estimate.lowered } : {}),
    passesThrough: options.get(passThroughRequestEnabled),
    request: attempt.isPassedThrough ? undefined : await conversationOf(call, attempt, vault, userId),
  }
  if (call.isHeavy) await workQueue?.next()
  // Only a body that takes room in the budget has long texts in it.
  const large = call.room && workQueue && new ChunkedJsonPrinter(workQueue)
  const printed = upstreamBody(call, attempt, upstreamCall, large ? { ...rules, print: large.print } : rules)
  const lost = forbidden(losses.losses, call.isStrict || attempt.channel.setting.strict === true)
  if (lost.length > 0) throw untranslatable(lost)
  return large ? await large.finished(printed) : printed
}

/** The conversation in the canonical model, with the signatures that this vendor wants back; undefined where it is none. */
async function conversationOf(
  call: Call,
  { dialect, channel }: Attempt,
  vault: Vault | undefined,
  userId: number,
): Promise<ChatRequest | undefined> {
  const { operation } = call.endpoint
  if (!isConversation(operation)) return undefined
  const request = operation.conversation(call)
  return vault ? withSignatures(request, signerOf(dialect, channel), vault, userId) : request
}
