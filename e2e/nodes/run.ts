// `npm run nodes`: three nodes on PostgreSQL, then on MySQL, ten minutes of trouble each. With words it does what they say:
// `--database postgres --minutes 2 --calls 0 --nodes 3 --clients 48 --seed 7`, `--without-limits` (they take 70 seconds), `--only 'past its lease'`,
// `--keep-database` (the database server itself is not restarted), `--within-lease` (no node is away for longer than its lease, which takes a minute).
import { parseArgs } from 'node:util'
import { absentDatabases } from '../../server/src/testing/databases/database-servers.ts'
import { hasRedis } from '../../server/src/testing/databases/redis-server.ts'
import { inWords } from '../crash/judge.ts'
import { type ProofReport, prove } from './proof.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    calls: { type: 'string', default: '200000' },
    nodes: { type: 'string', default: '3' },
    clients: { type: 'string', default: '64' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
    'keep-database': { type: 'boolean', default: false },
    'without-limits': { type: 'boolean', default: false },
    'within-lease': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

const absent = await absentDatabases()
const say = (line: string) => void process.stdout.write(`${line}\n`)
let isClean = true
let runs = 0

for (const database of ['postgres', 'mysql'] as const) {
  if (values.database !== undefined && values.database !== database) continue
  const missing = absent[database] ?? (hasRedis ? undefined : 'no Redis')
  if (missing) {
    say(`skip ${database}: ${missing}`)
    continue
  }
  const report = await prove({
    database,
    nodes: Number(values.nodes),
    minutes: Number(values.minutes),
    calls: Number(values.calls),
    clients: Number(values.clients),
    only: values.only,
    isWithinLease: values['within-lease'],
    seed: Number(values.seed ?? Math.floor(performance.timeOrigin) % 1_000_000_007),
    measuresLimits: !values['without-limits'],
    restartsDatabase: !values['keep-database'],
    onLine: (line) => (values.verbose ? say(`  ${line}`) : undefined),
  })
  runs += 1
  isClean &&= report.complaints.length === 0
  say(inLines(database, report))
}
if (runs === 0) say('nothing was run')
process.exit(isClean && runs > 0 ? 0 : 1)

function inLines(database: string, { kind, verdict, limits, rolling, troubles, seconds, complaints }: ProofReport): string {
  return [
    `${complaints.length === 0 ? 'ok  ' : 'BAD '} ${database}, nodes as ${kind}, ${Math.round(seconds)} s: ${inWords(verdict, {})}`,
    ...(limits ? [`     ${limits.words}`] : []),
    `     rolling restart: ${rolling.calls} calls, ${rolling.failed.length} failed`,
    `     ${[...troubles].map(([name, count]) => `${name}: ${count}`).join('; ')}`,
    ...complaints.map((complaint) => `     ${complaint}`),
  ].join('\n')
}
