// How much memory does a stream hold that has begun and says nothing? The slope between a few and many, so that what the process has
// anyway is not in it. The vendor has four addresses, since one address has a bound on its connections.
import { once } from './lib/measure.ts'
import { residentKilobytes } from './lib/process.ts'
import { onStage } from './lib/stage.ts'
import { assertClean, smallAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const MODELS = ['bench-silent-1', 'bench-silent-2', 'bench-silent-3', 'bench-silent-4']
const FIRST = 200
const LIMIT_MS = 30_000

export const idleStreams: Question = {
  number: 8,
  title: 'Idle streams',
  ask: (options) =>
    onStage(
      options,
      Object.fromEntries(MODELS.map((model, at) => [model, `127.0.0.${at + 1}/silent`])),
      async ({ gateway, floorPid, load, target }) => {
        const more = options.isLong ? 2000 : 1000
        const slope = async (to: 'subject' | 'floor', pid: number) => {
          const open = async (streams: number) => {
            for (const model of MODELS) {
              const order = {
                kind: 'hold',
                target: target(to, model, smallAsk(model, true)),
                connections: streams / MODELS.length,
                limitMs: LIMIT_MS,
              } as const
              assertClean(await load(order), `${streams} idle streams on the ${to}`)
            }
          }
          await open(FIRST)
          const before = residentKilobytes(pid)
          await open(more)
          const after = residentKilobytes(pid)
          await load({ kind: 'drop' })
          return (after - before) / more
        }
        const floor = await slope('floor', floorPid)
        const subject = await slope('subject', gateway.pid)
        return [
          {
            what: `memory of one, from ${FIRST} to ${FIRST + more}`,
            unit: 'KB',
            subject: once(subject),
            judged: once(subject),
            goal: 40,
            note: `the bare proxy: ${floor.toFixed(1)} KB`,
          },
        ]
      },
    ),
}
