// What does a request of 100 KB cost, an agent's history with a tool call a turn, beside the floor for the same bytes? The floor parses
// it once and sends the bytes that came; we also count its text for the hold and print it again, so that what is billed is what is sent.
import { inTurn } from './lib/measure.ts'
import { onOneCore } from './lib/stage.ts'
import { longAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const MODEL = 'bench-large'
const BYTES = 100_000
/** What of it must reach the vendor. */
const MIN_RECEIVED_BYTES = 90_000
const CONNECTIONS = 16

export const largeBodies: Question = {
  number: 3,
  title: 'CPU of a call with a 100 KB request',
  ask: (options) =>
    onOneCore(options, { [MODEL]: `/whole/${MIN_RECEIVED_BYTES}` }, async ({ gateway, floorPid, target, cost }) => {
      const body = longAsk(MODEL, BYTES)
      const run = async (side: 'floor' | 'subject', seconds: number) => {
        const { calls, cpuMicroseconds } = await cost(side === 'floor' ? floorPid : gateway.pid, {
          kind: 'closed',
          target: target(side, MODEL, body),
          connections: CONNECTIONS,
          seconds,
        })
        return cpuMicroseconds / calls
      }
      await run('floor', options.warmSeconds)
      await run('subject', options.warmSeconds)
      const { floor, subject, ratio } = await inTurn(options.rounds, {
        floor: () => run('floor', options.roundSeconds),
        subject: () => run('subject', options.roundSeconds),
      })
      return [{ what: `a call of ${Math.round(body.length / 1000)} KB`, unit: 'µs CPU', subject, floor, judged: ratio, goal: 2 }]
    }),
}
