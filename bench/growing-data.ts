// Does a call cost more as the database becomes larger? Two servers on PostgreSQL: one as it was set up, and one with a thousand times as much of one
// thing; what the database itself needs for a call is counted with the server's own. Channels have a question of their own (9), and so has the
// choice among them (16).
import { onPostgres } from '../server/src/testing/databases/database-servers.ts'
import { inTurn } from './lib/measure.ts'
import { openPostgresGateway } from './lib/postgres-gateway.ts'
import { cpuMicroseconds, type Program, startProgram } from './lib/process.ts'
import { assertClean, type LoadAnswer, type LoadOrder } from './lib/traffic.ts'
import type { BenchOptions, Question } from './question.ts'

const PER_SECOND = 150
const WARM_SECONDS = 8
const GOAL = 1.1
const MANY = 10_000
const MANY_LOG_ROWS = 1_000_000

/** Rows like the first one of a table, but for these columns; `n` is their number. */
const copies = (table: string, count: number, changed: string) =>
  `insert into "${table}" select (jsonb_populate_record(t, jsonb_build_object(${changed}))).* from "${table}" t, generate_series(1, ${count}) n where t.id = (select min(id) from "${table}")`

/** What grows: the statements that add so much of it. */
const growths: Readonly<Record<string, readonly string[]>> = {
  users: [
    copies(
      'user',
      MANY,
      `'id', 1000000 + n, 'username', 'grown' || n, 'username_key', 'grown' || n, 'aff_code', 'g' || n, 'email', '', 'email_key', null, 'access_token_hash', null`,
    ),
    copies('account', MANY, `'id', 1000000 + n, 'kind', 'user', 'owner_id', 1000000 + n`),
  ],
  tokens: [
    copies('token', MANY, `'id', 1000000 + n, 'key_hash', 'grown' || n`),
    copies('account', MANY, `'id', 1000000 + n, 'kind', 'token', 'owner_id', 1000000 + n`),
  ],
  'log rows': [copies('log', MANY_LOG_ROWS, `'id', 1000000000 + n, 'created_at', t.created_at - n, 'request_id', 'grown' || n`)],
}

export const growingData: Question = {
  number: 20,
  title: 'Cost of a call as users, tokens, models and log rows grow a thousandfold',
  async ask(options) {
    const upstream = await startProgram(new URL('./programs/upstream.ts', import.meta.url))
    const load: Program<LoadOrder, LoadAnswer> = await startProgram<LoadOrder, LoadAnswer>(
      new URL('./programs/load-generator.ts', import.meta.url),
    )
    const few = await openSide(upstream.port, options)
    try {
      await few.run(load, WARM_SECONDS)
      const rows = []
      for (const what of [...Object.keys(growths), 'priced models']) {
        const grown = await openSide(upstream.port, options)
        try {
          options.say(`  ${what} grow …`)
          await grown.grow(what)
          await grown.run(load, WARM_SECONDS)
          const { floor, subject, ratio } = await inTurn(options.rounds, {
            floor: () => few.run(load, options.roundSeconds),
            subject: () => grown.run(load, options.roundSeconds),
          })
          const size = what === 'log rows' ? MANY_LOG_ROWS : MANY
          rows.push({ what: `${size} ${what}`, unit: 'µs CPU', subject, floor, floorName: 'as it was set up', judged: ratio, goal: GOAL })
        } finally {
          await grown.close()
        }
      }
      return rows
    } finally {
      await few.close()
      await load.stop()
      await upstream.stop()
    }
  },
}

async function openSide(upstreamPort: number, options: BenchOptions) {
  const { gateway, target, url, model, close } = await openPostgresGateway(upstreamPort, options)
  const backends = async () => {
    const text = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    const { rows } = await onPostgres(url, (client) => client.query<{ pid: number }>(text))
    return rows.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0)
  }
  /** CPU time of the server for a call, and of the database's processes that work for it, which are on this machine. */
  const used = async () => cpuMicroseconds(gateway.pid) + (await backends())
  const run = async (load: Program<LoadOrder, LoadAnswer>, seconds: number) => {
    const before = await used()
    const { calls } = assertClean(await load.order({ kind: 'open', target, perSecond: PER_SECOND, seconds }), 'the server')
    return ((await used()) - before) / calls
  }
  return {
    run,
    async grow(what: string) {
      // The first row of the log is that of a call.
      await fetch(`http://127.0.0.1:${gateway.port}${target.path}`, {
        ...{ method: 'POST', body: target.body },
        headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
      }).then((answer) => answer.arrayBuffer())
      const statements = growths[what]
      if (!statements) {
        const ratios = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`${model}-${at}`, 0.01]))
        await gateway.console.call('PUT', '/api/option/', { key: 'ModelRatio', value: JSON.stringify({ ...ratios, [model]: 0.01 }) })
        return
      }
      await onPostgres(url, async (client) => {
        for (const statement of [...statements, 'analyze']) await client.query(statement)
      })
    },
    close,
  }
}
