// Does a call cost more as channels become more? Every channel offers its own models, and all of them one that everybody has, at the same
// priority: what is asked for is that one, the worst case, and one that a single channel has, the usual one.
import { inTurn } from './lib/measure.ts'
import { onStage, type Stage } from './lib/stage.ts'
import { smallAsk } from './lib/traffic.ts'
import type { Question, Row } from './question.ts'

const OWN = 'bench-own'
const COMMON = 'bench-common'
const FEW = 10
const CONNECTIONS = 32
const WARM_SECONDS = 3
/** The console's door takes 1,200 calls in three minutes from one address. */
const DOOR_LIMIT = 1100
const DOOR_WINDOW_MS = 181_000

export const manyChannels: Question = {
  number: 9,
  title: 'Cost of a call as channels grow',
  async ask(options) {
    const many = options.isLong ? 10_000 : 1000
    return onStage(options, { [OWN]: '/whole', [COMMON]: '/whole' }, (few) =>
      onStage(options, { [OWN]: '/whole', [COMMON]: '/whole' }, async (crowd) => {
        await fill(few, FEW, options.say)
        await fill(crowd, many, options.say)
        const rows: Row[] = []
        for (const [model, what] of [
          [OWN, 'a model that one channel has'],
          [COMMON, 'a model that every channel has'],
        ] as const) {
          const run = (stage: Stage, seconds: number) => perCall(stage, model, seconds)
          await inTurn(1, { floor: () => run(few, WARM_SECONDS), subject: () => run(crowd, WARM_SECONDS) })
          const { floor, subject, ratio } = await inTurn(options.rounds, {
            floor: () => run(few, options.roundSeconds),
            subject: () => run(crowd, options.roundSeconds),
          })
          rows.push({ what: `${many} channels against ${FEW}: ${what}`, unit: 'µs CPU', subject, floor, judged: ratio, goal: 1.2 })
        }
        return rows
      }),
    )
  },
}

async function fill({ gateway, upstreamPort }: Stage, channels: number, say: (text: string) => void): Promise<void> {
  for (let count = 1; count < channels; count++) {
    if (count % DOOR_LIMIT === 0) {
      say(`  ${count} of ${channels} channels; the door is closed for three minutes …`)
      await new Promise((resolve) => setTimeout(resolve, DOOR_WINDOW_MS))
    }
    await gateway.addChannel(`${COMMON},bench-own-${count}-a,bench-own-${count}-b`, `http://127.0.0.1:${upstreamPort}/whole`)
  }
}

async function perCall({ gateway, target, cost }: Stage, model: string, seconds: number): Promise<number> {
  const { calls, cpuMicroseconds } = await cost(gateway.pid, {
    kind: 'closed',
    target: target('subject', model, smallAsk(model)),
    connections: CONNECTIONS,
    seconds,
  })
  return cpuMicroseconds / calls
}
