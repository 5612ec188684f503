// What a stream costs the gateway, beside a proxy that passes the vendor's bytes on. One event comes every 10 ms, so that each comes alone, as
// a model writes it. The whole call is in the first figure: hold, settlement and log. The second takes the call out: one more event.
import type { BenchOptions, Row } from '../question.ts'
import { type Comparison, inTurn, measured } from './measure.ts'
import { type Modes, onOneCore, type Spoken, type Stage } from './stage.ts'
import { smallAsk } from './traffic.ts'

/** Who speaks what: the client to us, and the vendor to us. */
export interface StreamKind {
  /** Names the row, and the models of the bench. */
  readonly name: string
  readonly client: Spoken
  readonly vendor: Spoken
}

export interface StreamFigures {
  /** Per event, the whole call in it. */
  readonly whole: Row
  /** One more event. */
  readonly marginal: Row
}

const SHORT = { events: 20, connections: 80 }
const USUAL = { events: 100, connections: 80 }
const LONG = { events: 300, connections: 80 }
const PAUSE_MS = 10

type Workload = typeof USUAL
type Side = 'floor' | 'subject' | 'rival'

/** The figures of streams of several kinds, one kind after the other on one stage. */
export function pacedStreams(options: BenchOptions, kinds: readonly StreamKind[], goal: number): Promise<StreamFigures[]> {
  const modes: Modes = Object.fromEntries(
    kinds.flatMap(({ name, client, vendor }) =>
      [SHORT, USUAL, LONG].map(({ events }) => [modelOf(name, events), { mode: `/paced/${events}/${PAUSE_MS}`, client, vendor }]),
    ),
  )
  return onOneCore(options, modes, async (stage) => {
    const figures: StreamFigures[] = []
    for (const { name } of kinds) figures.push(await figuresOf(name, stage, options, goal))
    return figures
  })
}

/** What an event of a stream that is passed through costs here and at a rival, the whole call in it. Microseconds. */
export async function comparedStreams(stage: Stage, options: BenchOptions): Promise<Comparison> {
  const runs = (seconds: number) => ({
    floor: async () => (await perStream(stage, 'rival', '', USUAL, seconds)) / USUAL.events,
    subject: async () => (await perStream(stage, 'subject', '', USUAL, seconds)) / USUAL.events,
  })
  await inTurn(1, runs(options.warmSeconds))
  return inTurn(options.rounds, runs(options.roundSeconds))
}

/** The modes that `comparedStreams` calls for. */
export const comparedModes: Modes = { [modelOf('', USUAL.events)]: `/paced/${USUAL.events}/${PAUSE_MS}` }

async function figuresOf(name: string, stage: Stage, options: BenchOptions, goal: number): Promise<StreamFigures> {
  const runs = (workload: Workload, seconds: number) => ({
    floor: () => perStream(stage, 'floor', name, workload, seconds),
    subject: () => perStream(stage, 'subject', name, workload, seconds),
  })
  await inTurn(1, runs(USUAL, options.warmSeconds))
  const usual = await inTurn(options.rounds, runs(USUAL, options.roundSeconds))
  const short = await inTurn(options.rounds, runs(SHORT, options.roundSeconds))
  const long = await inTurn(options.rounds, runs(LONG, options.roundSeconds + 1))
  const label = name === '' ? '' : `${name}: `
  const per = (value: { median: number; noise: number }) => ({ median: value.median / USUAL.events, noise: value.noise / USUAL.events })
  return {
    whole: {
      what: `${label}an event, the whole call in it`,
      unit: 'µs CPU',
      subject: per(usual.subject),
      floor: per(usual.floor),
      judged: usual.ratio,
      goal,
    },
    marginal: marginalRow(label, short, long),
  }
}

function marginalRow(label: string, short: Comparison, long: Comparison): Row {
  const perEvent = (side: 'floor' | 'subject') => (long[side].median - short[side].median) / (LONG.events - SHORT.events)
  return {
    what: `${label}one more event in a stream that runs`,
    unit: 'µs CPU',
    subject: measured([perEvent('subject')]),
    floor: measured([perEvent('floor')]),
    judged: { median: perEvent('subject') / perEvent('floor'), noise: (long.ratio.noise + short.ratio.noise) / 2 },
    note: `from streams of ${SHORT.events} and of ${LONG.events} events`,
  }
}

/** CPU microseconds per stream. */
async function perStream(stage: Stage, to: Side, name: string, { events, connections }: Workload, seconds: number): Promise<number> {
  const model = modelOf(name, events)
  const target = stage.target(to, model, smallAsk(model, true))
  const {
    cpuMicroseconds,
    calls,
    events: seen,
  } = await stage.cost(pidOf(stage, to), {
    kind: 'closed',
    target,
    connections,
    seconds,
    staggerMs: Math.min(1000, events * PAUSE_MS),
  })
  if (seen < calls * events) throw new Error(`${calls} streams brought ${seen} events`)
  return cpuMicroseconds / calls
}

function pidOf({ floorPid, gateway, rival }: Stage, side: Side): number {
  if (side === 'floor') return floorPid
  if (side === 'subject') return gateway.pid
  if (!rival) throw new Error('there is nothing to compare with')
  return rival.pid
}

function modelOf(name: string, events: number): string {
  return `bench-${name.replaceAll(/[^a-z]+/gi, '-')}-${events}`
}
