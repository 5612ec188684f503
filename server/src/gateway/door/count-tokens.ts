// Counts the tokens of a prompt, for clients that need the count before they call: with the vendor's own counter where the channel has one,
// else with ours, marked as an estimate. Never a generation, never billed (beyond.md A8).
import type { ClientCount } from '@waystation/wire/chat/dialect'
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { isObject, parseJson } from '@waystation/wire/encoding/json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mediaTokens } from '../../domain/pricing/media-tokens.ts'
import { type AdmitServices, admitBrief } from '../admit/admit.ts'
import type { Attempt } from '../attempt.ts'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { AddressFacts } from '../call-facts.ts'
import type { Caller } from '../caller.ts'
import { type BindServices, bindFiles } from '../files/bind-files.ts'
import type { Gateway } from '../gateway.ts'
import { chat } from '../operations/chat.ts'
import { type PlanServices, planParts } from '../plan-route/plan-parts.ts'
import { planRoute } from '../plan-route/plan-route.ts'
import { bodyFor } from '../prepare/request-body.ts'
import { foreignIds } from '../prepare/vendor-ids.ts'
import { type ReadCallServices, readCall } from '../read-call/read-call.ts'
import type { Call, RelayEndpoint } from '../types.ts'
import { targetOf, upstreamCallOf } from '../upstream/upstream-call.ts'
import { toError } from './error-boundary.ts'
import { readableHeaders } from './readable-headers.ts'

/** What counting tokens takes. */
export type CountServices = AuthenticateServices &
  ReadCallServices &
  AdmitServices &
  PlanServices &
  BindServices &
  Pick<Gateway, 'vault' | 'exchange' | 'counter'>

/** A slower vendor is not waited for: our estimate is used instead. */
const LIMIT_MS = 10_000
/** The response to a count is small. */
const MAX_ANSWER_BYTES = 64 * 1024

interface CountParts {
  readonly gateway: CountServices
  readonly address?: AddressFacts
}

/** Answers a count. Throws what authenticate, readCall, admitBrief and planRoute throw. */
export async function countTokens(endpoint: RelayEndpoint, request: FastifyRequest, reply: FastifyReply, parts: CountParts): Promise<void> {
  const { gateway, address } = parts
  const count = countOf(endpoint)
  const caller = await authenticate(request.raw, gateway)
  const given = {
    id: request.id,
    startedMs: gateway.clock.now(),
    ...(address ? { address } : {}),
    ...(count.unwrap ? { unwrap: count.unwrap } : {}),
  }
  const read = await readCall(endpoint, request.raw, caller, given, gateway)
  try {
    const call = await bindFiles(endpoint.extend ? await endpoint.extend(read, caller) : read, caller, gateway)
    await admitBrief(caller, call, request.raw, gateway)
    await gateway.catalog.upToDate()
    const attempt = firstAttempt(caller, call, gateway)
    const exact =
      attempt.dialect === endpoint.dialect ? await countAtVendor(attempt, call, caller, parts).catch(() => undefined) : undefined
    const tokens = exact ?? (await estimate(call, attempt, gateway))
    await reply
      .headers(readableHeaders(endpoint.dialect, request))
      .header('x-waystation-count', exact === undefined ? 'estimated' : 'exact')
      .send(count.write(tokens))
  } catch (error) {
    throw toError(error, caller.language)
  } finally {
    read.room?.release()
  }
}

function firstAttempt(caller: Caller, call: Call, gateway: CountServices): Attempt {
  const plan = planRoute(caller, call, planParts(gateway, 1))
  const [first] = plan.attempts
  if (!first) throw new Error('a route plan has at least one attempt')
  return first
}

/** The vendor's count; undefined when it has no counter or reports no count, or would count what is not the caller's. */
async function countAtVendor(attempt: Attempt, call: Call, caller: Caller, { gateway }: CountParts): Promise<number | undefined> {
  const { channel, provider, upstreamModel } = attempt
  const count = vendorDialects[attempt.dialect].count
  const key = count && provider.operations.includes('count') ? gateway.availability.nextKey(channel, upstreamModel) : undefined
  if (!count || !key) return undefined
  const asked = bodyFor(call, attempt)
  const { vault, options } = gateway
  if ((await foreignIds(asked, call, attempt, { vault, userId: caller.user.id, options })).size > 0) return undefined
  const target = targetOf(channel, key.secret)
  const upstreamCall = upstreamCallOf(call, attempt, 'count', gateway.options)
  const { url, headers } = provider.address(upstreamCall, target)
  // The vendor does not know our suffixes, such as -thinking.
  const counted = count.ask(asked, provider.bareName?.(upstreamModel, upstreamCall.settings) ?? upstreamModel)
  const answer = await gateway.exchange.send(
    {
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(provider.adaptCount?.(counted, upstreamCall) ?? counted),
    },
    { provider, channel: target, firstByteMs: LIMIT_MS, idleMs: LIMIT_MS },
  )
  const body = parseJson((await answer.whole({ maxBytes: MAX_ANSWER_BYTES, deadlineMs: LIMIT_MS })).toString('utf8'))
  return answer.isOk && isObject(body) ? count.read(body) : undefined
}

async function estimate(call: Call, { upstreamModel, channel }: Attempt, gateway: CountServices): Promise<number> {
  const texts = [...chat.promptTexts({ ...call, facts: { ...call.facts, chat: chat.conversation(call) } }, 'count')]
  const { contextTokens } = gateway.prices.limitsOf([upstreamModel, call.facts.model], channel.type)
  const { input, audio } = mediaTokens(call.facts.size.media, { name: upstreamModel, contextTokens })
  return (await gateway.counter.count(texts)) + input + audio
}

function countOf({ dialect }: RelayEndpoint): ClientCount {
  const { count } = clientDialects[dialect]
  if (!count) throw new Error(`${dialect} has no call that counts tokens`)
  return count
}
