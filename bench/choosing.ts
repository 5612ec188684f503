// What does it cost to choose a channel and a key, as channels become more? Asked of the steps themselves, in this process: beside a whole call
// they are too small to be measured. Ten thousand channels do not fit into the caches of a processor, and ten do.
import { tierOf } from '../server/src/domain/catalog/channel-index.ts'
import { type RoutableChannel, routableChannel } from '../server/src/domain/catalog/routable-channel.ts'
import type { Availability } from '../server/src/domain/channel/availability/availability.ts'
import { ChannelLimits } from '../server/src/domain/channel/availability/channel-limits.ts'
import { availability } from '../server/src/domain/channel/availability/kept-availability.ts'
import { keyRing } from '../server/src/domain/channel/keys/key-ring.ts'
import { inTurn as drawOrder } from '../server/src/gateway/plan-route/draw-order.ts'
import { systemClock } from '../server/src/lib/clock.ts'
import { rateWindow } from '../server/src/lib/shared/rate-window.ts'
import { inTurn } from './lib/measure.ts'
import type { Question, Row } from './question.ts'

const MODEL = 'bench'
const FEW = 10
const MANY = 10_000
const CHOICES = 100_000
const GOAL_MICROSECONDS = 5

export const choosing: Question = {
  number: 16,
  title: 'Choosing a channel and a key as channels grow',
  async ask({ rounds, say }) {
    const rows: Row[] = []
    for (const state of ['well', 'one in ten resting, with two keys and limits'] as const) {
      say(`  ${CHOICES} choices among ${FEW} and ${MANY} channels, ${state} …`)
      const [few, many] = [FEW, MANY].map((count) => chooserAmong(count, state !== 'well')) as [() => number, () => number]
      for (const choose of [few, many]) choose()
      const { floor, subject, ratio } = await inTurn(rounds, { floor: async () => few(), subject: async () => many() })
      const what = `${MANY} channels, ${state}`
      rows.push({ what, unit: 'µs', subject, judged: subject, goal: GOAL_MICROSECONDS })
      rows.push({ what: `${what}, against ${FEW}`, unit: 'µs', subject, floor, judged: ratio })
    }
    return rows
  },
}

/** Answers what makes many choices, and tells the microseconds of one. */
function chooserAmong(count: number, isTroubled: boolean): () => number {
  const keys = keyRing(systemClock.now)
  const limits = new ChannelLimits(rateWindow(systemClock.now))
  const known = availability({ keys, limits, minFailures: () => 5, usualLongestMs: () => null, clock: systemClock })
  const channels = Array.from({ length: count }, (_, at) => channelOf(at + 1, isTroubled))
  const tiers = [tierOf(channels.map((channel) => ({ channel, model: MODEL })))]
  if (isTroubled) for (const channel of channels) if (channel.id % 10 === 0) fail(channel, known)
  return () => {
    const startedMs = performance.now()
    for (let n = 0; n < CHOICES; n++) chooseOne(tiers, known)
    return ((performance.now() - startedMs) * 1000) / CHOICES
  }
}

function channelOf(id: number, isTroubled: boolean): RoutableChannel {
  const stored = {
    ...{ id, name: `bench ${id}`, type: 8, status: 1, base_url: 'http://127.0.0.1', openai_organization: '', other: '' },
    ...{ models: MODEL, group_names: 'default', model_prefix: '', priority: 0, weight: id % 7, auto_ban: 1, max_input_tokens: 0 },
    ...{ model_mapping: '', status_code_mapping: '', param_override: '', system_prompt: '', other_info: '' },
    setting: isTroubled ? '{"limits":{"calls_at_once":1000000}}' : '',
  }
  const secrets = isTroubled ? [1, 2] : [1]
  return routableChannel(
    stored,
    secrets.map((at) => ({ id: id * 2 + at, secret: 'bench' })),
  )
}

function fail(channel: RoutableChannel, known: Availability): void {
  for (let n = 0; n < 8; n++)
    known.begin({ channelId: channel.id, keyId: channel.keys[0]?.id ?? 0, model: MODEL, isStream: false }).failed('channel')
}

/** Draws until a channel may be used, takes a key, and notes a call from its start to its end. */
function chooseOne(tiers: Parameters<typeof drawOrder>[0], known: Availability): void {
  for (const { channel } of drawOrder(tiers, { isStream: false }, { random: Math.random, availability: known })) {
    if (!known.look(channel, MODEL).isUsable) continue
    const key = known.nextKey(channel, MODEL)
    if (!key) continue
    const use = known.begin({ channelId: channel.id, keyId: key.id, model: MODEL, isStream: false })
    use.answered()
    use.ended(false)
    return
  }
  throw new Error('no channel was chosen')
}
