// What does an event of a stream cost when vendor and client speak the same dialect, beside passing the raw bytes on?
// The workload: streams of 100 events of 170 bytes, one every 10 ms, so that each event comes alone, as a model writes it. The whole
// call is in the figure: hold, settlement and log. A second row takes the call out: what one more event costs.
import { inTurn, measured } from './lib/measure.ts'
import { onStage, type Stage } from './lib/stage.ts'
import { smallAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const SHORT = { model: 'bench-20', events: 20, connections: 80 }
const USUAL = { model: 'bench-100', events: 100, connections: 80 }
const LONG = { model: 'bench-300', events: 300, connections: 80 }
const PAUSE_MS = 10
const WARM_SECONDS = 5

type Workload = typeof USUAL

export const streamCost: Question = {
  number: 2,
  title: 'CPU of a stream passed through, 100 events of 170 bytes',
  ask: (options) =>
    onStage(options, { [SHORT.model]: path(SHORT), [USUAL.model]: path(USUAL), [LONG.model]: path(LONG) }, async (stage) => {
      const { gateway, floorPid } = stage
      const runs = (workload: Workload, seconds: number) => ({
        floor: () => perStream(stage, floorPid, 'floor', workload, seconds),
        subject: () => perStream(stage, gateway.pid, 'subject', workload, seconds),
      })
      await inTurn(1, runs(USUAL, WARM_SECONDS))
      const usual = await inTurn(options.rounds, runs(USUAL, options.roundSeconds))
      const short = await inTurn(options.rounds, runs(SHORT, options.roundSeconds))
      const long = await inTurn(options.rounds, runs(LONG, options.roundSeconds + 1))
      const perEvent = (side: 'floor' | 'subject') => (long[side].median - short[side].median) / (LONG.events - SHORT.events)
      const per = (value: { median: number; noise: number }) => ({ median: value.median / USUAL.events, noise: value.noise / USUAL.events })
      const noise = (long.ratio.noise + short.ratio.noise) / 2
      return [
        {
          what: 'an event, the whole call in it',
          unit: 'µs CPU',
          subject: per(usual.subject),
          floor: per(usual.floor),
          judged: usual.ratio,
          goal: 1.3,
        },
        {
          what: 'one more event in a stream that runs',
          unit: 'µs CPU',
          subject: measured([perEvent('subject')]),
          floor: measured([perEvent('floor')]),
          judged: { median: perEvent('subject') / perEvent('floor'), noise },
          note: 'from streams of 20 and of 300 events',
        },
      ]
    }),
}

function path({ events }: Workload): string {
  return `/paced/${events}/${PAUSE_MS}`
}

/** CPU microseconds per stream. */
async function perStream(
  stage: Stage,
  pid: number,
  to: 'floor' | 'subject',
  { model, events, connections }: Workload,
  seconds: number,
): Promise<number> {
  const target = stage.target(to, model, smallAsk(model, true))
  const {
    cpuMicroseconds,
    calls,
    events: seen,
  } = await stage.cost(pid, { kind: 'closed', target, connections, seconds, staggerMs: Math.min(1000, events * PAUSE_MS) })
  if (seen < calls * events) throw new Error(`${calls} streams brought ${seen} events`)
  return cpuMicroseconds / calls
}
