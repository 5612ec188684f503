// A test is an attempt like others: what it tells of a stored channel and its key is remembered for the calls that come next.
import { saysKeyIsDead } from '@waystation/wire/failure-facts'
import type { Use } from '../../domain/channel/availability/availability.ts'
import type { ProbeFailure, ProbeResult, ProbeTarget } from '../../domain/ports.ts'
import type { Attempt } from '../attempt.ts'
import { blameOf } from '../call-upstream/call-upstream.ts'
import type { Gateway } from '../gateway.ts'
import type { FailureFacts, UpstreamFailure } from '../upstream/failure.ts'
import { scrubbedFailure } from '../upstream/scrub.ts'

export type NoteServices = Pick<Gateway, 'availability' | 'keys' | 'health'>

/**
 * Tests an attempt, as one of the channel's uses where it is stored.
 * @param test ends in a result for whatever the far end does; what it throws says nothing of the channel
 */
export async function testAttempt(
  { id, keyId }: Pick<ProbeTarget, 'id' | 'keyId'>,
  { upstreamModel: model, isStreamed: isStream }: Attempt,
  services: NoteServices,
  test: () => Promise<ProbeResult>,
): Promise<ProbeResult> {
  if (id === 0) return test()
  const use = services.availability.begin({ channelId: id, keyId, model, isStream })
  try {
    const result = await test()
    noteEnd(use, result, { id, keyId }, { model, ...services })
    return result
  } catch (error) {
    use.failed('none')
    throw error
  }
}

/** How a test failed at the far end, without our secrets. */
export function probeFailure(failure: UpstreamFailure, { channel }: Pick<Attempt, 'channel'>): ProbeFailure {
  const { facts } = scrubbedFailure(failure, channel)
  return { blame: blameOf(facts), ...refusedIn(facts) }
}

function refusedIn({ upstream, status, retryAfterSeconds }: FailureFacts): Pick<ProbeFailure, 'refused'> {
  return upstream ? { refused: { status, message: upstream.message, isKeyDead: saysKeyIsDead(upstream), retryAfterSeconds } } : {}
}

/** Notes how a test of a stored channel ended. A key waits where its vendor wants that; whether it is disabled, the run of tests decides. */
function noteEnd(
  use: Use,
  { isOk, failure }: Pick<ProbeResult, 'isOk' | 'failure'>,
  { id: channelId, keyId }: Pick<ProbeTarget, 'id' | 'keyId'>,
  { model, keys, health }: { readonly model: string } & Pick<NoteServices, 'keys' | 'health'>,
): void {
  if (!isOk) {
    use.failed(failure?.blame ?? 'none')
    if (failure?.refused) health.refused({ channelId, key: { id: keyId }, model, mayAutoDisable: false, ...failure.refused })
    return
  }
  keys.answered(keyId, model)
  use.answered()
  use.ended(false)
}
