// How late does an event come out after the vendor wrote it, with 1,000 streams of 20 events a second? Each event carries the time at
// which it was written, by a clock that all processes of the machine share. First all streams come from one vendor at one address.
import { measured, once } from './lib/measure.ts'
import { onStage } from './lib/stage.ts'
import { smallAsk } from './lib/traffic.ts'
import type { Question, Row } from './question.ts'

const MODEL = 'bench-ticking'
const GOAL_MS = 50
const STREAMS = 1000
const PAUSE_MS = 50
const LIMIT_MS = 20_000
/** Both are listened to for the same time, one after the other. */
const MAX_MISSING_PERCENT = 10

export const liveStreams: Question = {
  number: 7,
  title: `${STREAMS} live streams of ${1000 / PAUSE_MS} events a second`,
  ask: (options) =>
    onStage(options, { [MODEL]: `/ticking/${PAUSE_MS}` }, async ({ load, target }) => {
      const rows: Row[] = []
      const watch = async (to: 'subject' | 'floor') => {
        const begun = await load({
          kind: 'hold',
          target: target(to, MODEL, smallAsk(MODEL, true)),
          connections: STREAMS,
          limitMs: LIMIT_MS,
        })
        const rounds: { p50Ms: number; p99Ms: number; perSecond: number }[] = []
        for (let round = 0; round < options.rounds; round++) {
          const { p50Ms, p99Ms, events, seconds } = await load({ kind: 'listen', seconds: options.roundSeconds })
          rounds.push({ p50Ms, p99Ms, perSecond: events / seconds })
        }
        await load({ kind: 'drop' })
        return {
          begun,
          p50: measured(rounds.map((round) => round.p50Ms)),
          p99: measured(rounds.map((round) => round.p99Ms)),
          perSecond: measured(rounds.map((round) => round.perSecond)).median,
        }
      }
      const floor = await watch('floor')
      const subject = await watch('subject')
      rows.push({
        what: `streams that did not begin, of ${STREAMS}`,
        unit: '',
        subject: once(subject.begun.failures),
        judged: once(subject.begun.failures),
        goal: 0,
        ...(subject.begun.failure ? { note: subject.begun.failure } : {}),
      })
      const busy = floor.p99.median > GOAL_MS ? { unclear: 'the bare proxy is late too' } : {}
      // An event that never comes is not late.
      const missing = (1 - subject.perSecond / floor.perSecond) * 100
      rows.push({
        what: 'events that did not come, of those of the bare proxy',
        unit: '%',
        subject: once(missing),
        judged: once(missing),
        goal: MAX_MISSING_PERCENT,
        ...busy,
      })
      rows.push({
        what: 'forwarding delay, 99 of 100',
        unit: 'ms',
        subject: subject.p99,
        judged: subject.p99,
        goal: GOAL_MS,
        ...busy,
        note: `median ${subject.p50.median.toFixed(1)} ms, ${Math.round(subject.perSecond)} events/s; the bare proxy: ${floor.p99.median.toFixed(1)} ms, ${Math.round(floor.perSecond)} events/s`,
      })
      return rows
    }),
}
