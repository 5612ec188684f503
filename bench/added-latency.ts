// How much later does an answer come through us than straight from the vendor, at half of the load that we could take? Calls come at
// random moments, as strangers' do, and the vendor answers at once, so what is measured is ours and the machine's.
import { measured } from './lib/measure.ts'
import { onStage } from './lib/stage.ts'
import { assertClean, smallAsk } from './lib/traffic.ts'
import type { Question } from './question.ts'

const MODEL = 'bench-whole'
const CONNECTIONS = 32
const WARM_SECONDS = 4

export const addedLatency: Question = {
  number: 4,
  title: 'Added latency at half load, against calling the vendor directly',
  ask: (options) =>
    onStage(options, { [MODEL]: '/whole' }, async ({ target, load }) => {
      const body = smallAsk(MODEL)
      const most = async (seconds: number) => assertClean(await load({ kind: 'closed', target: target('subject', MODEL, body), connections: CONNECTIONS, seconds }), 'saturation')
      await most(WARM_SECONDS)
      const full = await most(options.roundSeconds)
      const perSecond = full.calls / full.seconds / 2
      const at = async (to: 'subject' | 'upstream') =>
        assertClean(await load({ kind: 'open', target: target(to, MODEL, body), perSecond, seconds: options.roundSeconds + 1 }), `half load on the ${to}`)

      const direct: { p50Ms: number; p99Ms: number }[] = []
      const through: { p50Ms: number; p99Ms: number }[] = []
      for (let round = 0; round < options.rounds; round++) {
        direct.push(await at('upstream'))
        through.push(await at('subject'))
      }
      const row = (name: 'p50Ms' | 'p99Ms', words: string, goal: number) => {
        const added = measured(through.map((answer, round) => answer[name] - (direct[round]?.[name] ?? 0)))
        const [all, bare] = [measured(through.map((answer) => answer[name])), measured(direct.map((answer) => answer[name]))]
        return { what: `added, ${words}`, unit: 'ms', subject: added, judged: added, goal, note: `${all.median.toFixed(2)} ms through us, ${bare.median.toFixed(2)} ms direct, ${Math.round(perSecond)} calls/s` }
      }
      return [row('p50Ms', 'median', 3), row('p99Ms', '99 of 100', 15)]
    }),
}
