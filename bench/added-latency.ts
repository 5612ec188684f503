// How much later does an answer come through us than straight from the vendor, at half of the load that we could take? Calls come at
// random moments, as strangers' do, and the vendor answers at once, so what is measured is ours and the machine's.
import { measured } from './lib/measure.ts'
import { onStage } from './lib/stage.ts'
import { assertClean, type LoadAnswer, smallAsk } from './lib/traffic.ts'
import type { Question, Row } from './question.ts'

const MODEL = 'bench-whole'
const CONNECTIONS = 32
const WARM_SECONDS = 4

export const addedLatency: Question = {
  number: 4,
  title: 'Added latency at half load, against calling the vendor directly',
  ask: (options) =>
    onStage(options, { [MODEL]: '/whole' }, async ({ target, load }) => {
      const body = smallAsk(MODEL)
      const most = async (seconds: number) =>
        assertClean(await load({ kind: 'closed', target: target('subject', MODEL, body), connections: CONNECTIONS, seconds }), 'saturation')
      await most(WARM_SECONDS)
      const rounds: { direct: LoadAnswer; through: LoadAnswer; perSecond: number }[] = []
      for (let round = 0; round < options.rounds; round++) {
        // What the machine can give is measured each time anew: others may use it too.
        const full = await most(options.roundSeconds)
        const perSecond = full.calls / full.seconds / 2
        const at = async (to: 'subject' | 'upstream') =>
          assertClean(
            await load({ kind: 'open', target: target(to, MODEL, body), perSecond, seconds: options.roundSeconds + 1 }),
            `half load on the ${to}`,
          )
        rounds.push({ direct: await at('upstream'), through: await at('subject'), perSecond })
      }
      const perSecond = measured(rounds.map((round) => round.perSecond)).median
      const row = (name: 'p50Ms' | 'p99Ms', words: string, goal: number): Row => {
        const added = measured(rounds.map(({ through, direct }) => through[name] - direct[name]))
        const [all, bare] = [
          measured(rounds.map(({ through }) => through[name])).median,
          measured(rounds.map(({ direct }) => direct[name])).median,
        ]
        const note = `${all.toFixed(2)} ms through us, ${bare.toFixed(2)} ms direct, ${Math.round(perSecond)} calls/s`
        return {
          what: `added, ${words}`,
          unit: 'ms',
          subject: added,
          judged: added,
          goal,
          note,
          ...(bare > goal ? { unclear: 'calling the vendor directly takes longer too' } : {}),
        }
      }
      return [row('p50Ms', 'median', 3), row('p99Ms', '99 of 100', 15)]
    }),
}
