// What does one call cost that asks for a whole answer, with everything on, beside the least that a proxy must do? Floor and server have
// the same core to themselves, one after the other, with all their threads.
import { callWorkload, warmCalls } from './lib/call-cpu.ts'
import { coresText } from './lib/cores.ts'
import { inTurn } from './lib/measure.ts'
import { onOneCore } from './lib/stage.ts'
import type { Question } from './question.ts'

export const callCost: Question = {
  number: 1,
  title: 'CPU of a call with a whole answer, at saturation',
  ask: (options) =>
    onOneCore(options, callWorkload.modes, async (stage) => {
      const bare = await warmCalls(stage, 'floor', stage.floorPid, options.warmSeconds)
      const ours = await warmCalls(stage, 'subject', stage.gateway.pid, options.warmSeconds)
      const { floor, subject, ratio } = await inTurn(options.rounds, {
        floor: () => bare.round(options.roundSeconds),
        subject: () => ours.round(options.roundSeconds),
      })
      return [
        {
          what: 'a call, all threads, against bare node:http and undici',
          unit: 'µs CPU',
          subject,
          floor,
          judged: ratio,
          goal: 3,
          note: `${coresText(stage.cores)}, after ${options.warmSeconds} s each; ours: ${ours.facts()}; the floor: ${bare.facts()}`,
        },
      ]
    }),
}
