// `npm run fuzz`: 20,000 requests drawn over the whole of each client dialect, at every target of every vendor. --draws 2000  --seed 7
import { parseArgs } from 'node:util'
import { runFuzz, unusedRules } from '../../server/src/gateway/testing/fuzz/run-fuzz.ts'

const { values } = parseArgs({ options: { draws: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } })
const startedMs = performance.now()
const perDialect = Math.ceil(Number(values.draws) / 4)
const tally = await runFuzz(perDialect, Number(values.seed), (words) => void process.stderr.write(`${words}\n`))
const unused = unusedRules(tally)
process.stdout.write(`${tally.lines().join('\n')}\n`)
process.stdout.write(`rules that no draw came upon: ${unused.length === 0 ? 'none' : unused.join(', ')}\n`)
for (const fault of tally.faults) process.stdout.write(`BAD  ${fault}\n`)
process.stdout.write(
  `${tally.faults.length} kinds of faults; ${Math.round((performance.now() - startedMs) / 1000)} s, seed ${values.seed}\n`,
)
process.exit(tally.faults.length + unused.length === 0 ? 0 : 1)
