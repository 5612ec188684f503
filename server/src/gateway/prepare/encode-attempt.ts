import type { ChatRequest } from '@waystation/wire/chat/request/request'
import { contentTypeOf } from '@waystation/wire/encoding/framing'
import type { ChannelKey } from '../../domain/catalog/routable-channel.ts'
import type { Vault } from '../../domain/vault/vault.ts'
import { printForm } from '../../lib/bodies/multipart.ts'
import type { SentBody } from '../../lib/bodies/sent-body.ts'
import type { WorkQueue } from '../../lib/work-queue.ts'
import type { VendorRequest } from '../../providers/conversation.ts'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'
import type { Form } from '../form.ts'
import type { CostEstimate, Losses, PreparedRequest } from '../held.ts'
import { batchOf, hasConversation } from '../operations/kinds.ts'
import type { Call } from '../types.ts'
import { untranslatable } from '../upstream/failures.ts'
import { framingOf, targetOf } from '../upstream/upstream-call.ts'
import { ChunkedJsonPrinter } from './chunked-json-printer.ts'
import type { MediaFetcher } from './fetch-media.ts'
import { withFormModel } from './form-model.ts'
import { bodyFor, forbidden, printedBody, type Shaping } from './request-body.ts'
import { signerOf, withSignatures } from './signatures.ts'
import { pricedHeaders } from './surcharges.ts'
import { foreignIds } from './vendor-ids.ts'

/** What a request is encoded with, when it is the attempt's turn. */
export interface EncodeParts {
  readonly options: OptionReader
  /** Schedules the slices of work on a large body. */
  readonly workQueue?: WorkQueue
  /** Stores the signatures of earlier turns, and the ids that the user was given; absent: there are none. */
  readonly vault?: Vault
  /** Fetches media that the vendor takes as data only; absent: their addresses are sent, or refused. */
  readonly media?: MediaFetcher
  readonly userId: number
  readonly key: ChannelKey
  readonly estimate: Pick<CostEstimate, 'lowered' | 'shares'>
  /** Collects what the vendor's dialect cannot express. */
  readonly losses: Losses
}

/** The request of an attempt, as it will be sent. Throws UpstreamFailure where the vendor's dialect cannot express what matters. */
export async function encodeAttempt(prepared: PreparedRequest, parts: EncodeParts): Promise<VendorRequest> {
  const { key, losses } = parts
  const { call, attempt } = prepared
  const { channel, provider } = attempt
  const clientHeaders = pricedHeaders(prepared.upstreamCall.clientHeaders, attempt, losses)
  const upstreamCall = { ...prepared.upstreamCall, clientHeaders }
  const address = provider.address(upstreamCall, targetOf(channel, key.secret))
  const batch = batchOf(call.endpoint.operation)
  const { contentType, body } = call.form
    ? encodeForm(call.form, call, attempt, losses)
    : {
        contentType: JSON_TYPE,
        body: await (batch?.encode(attempt, { key, losses, shares: parts.estimate.shares }) ??
          encodeJson({ call, attempt, upstreamCall }, parts)),
      }
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

const JSON_TYPE = 'application/json'

/** A body of JSON, as it will be sent. */
async function encodeJson(
  shaping: Shaping,
  { options, workQueue, vault, media, userId, estimate, losses }: EncodeParts,
): Promise<string | Buffer> {
  const { call, attempt } = shaping
  const asked = attempt.request === 'translated' ? await conversationOf(call, attempt, vault, userId) : undefined
  const rules = {
    losses,
    foreign: await foreignIds(bodyFor(call, attempt), call, attempt, { vault, userId, options }),
    ...(estimate.lowered ? { lowered: estimate.lowered } : {}),
    request: asked && media ? await media.filled(asked, attempt, call, userId) : asked,
  }
  if (call.isHeavy) await workQueue?.next()
  // Only a body that takes room in the budget has long texts in it.
  const large = call.room && workQueue && new ChunkedJsonPrinter(workQueue)
  const printed = printedBody(shaping, rules, large?.print)
  refuseLost(losses, call, attempt)
  return large ? await large.finished(printed) : printed
}

/** The form as the vendor takes it, or what it takes in its place. */
function encodeForm(form: Form, call: Call, attempt: Attempt, losses: Losses): { contentType: string; body: SentBody } {
  const { operation } = call.endpoint
  if (operation.kind !== 'form' || attempt.request !== 'translated') return printForm(withFormModel(form, attempt.upstreamModel))
  const json = operation.bodyOfForm?.(form, attempt, losses)
  const translated = json ? undefined : operation.translateForm(form, attempt, losses)
  refuseLost(losses, call, attempt)
  return translated ? printForm(translated) : { contentType: JSON_TYPE, body: JSON.stringify(json) }
}

/** Throws UpstreamFailure where what is lost forbids the attempt. */
export function refuseLost({ losses }: Losses, call: Call, attempt: Attempt): void {
  const lost = forbidden(losses, call.isStrict || attempt.channel.setting.strict === true)
  if (lost.length > 0) throw untranslatable(lost)
}

/** The conversation in the canonical model, with the signatures that this vendor wants back; undefined where it is none. */
async function conversationOf(
  call: Call,
  { dialect, channel }: Attempt,
  vault: Vault | undefined,
  userId: number,
): Promise<ChatRequest | undefined> {
  const { operation } = call.endpoint
  if (!hasConversation(operation)) return undefined
  const request = operation.conversation(call)
  return vault ? withSignatures(request, signerOf(dialect, channel), vault, userId) : request
}
