// Each mutant: where, what to replace with what, and the test that must notice.
import { moneyMutants } from './mutant-list-money.ts'

export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** `name` is a regular expression over the test's full name. */
  readonly test: { readonly file: string; readonly name: string; readonly databases?: string }
}

const LEDGER = 'server/src/domain/ledger'
const GATEWAY = 'server/src/gateway'
const fault = (file: string, name: string) => ({ file: `${GATEWAY}/faults/${file}-faults.test.ts`, name })
const model = { file: `${LEDGER}/ledger-model.test.ts`, name: 'the ledger against its model on sqlite' }
const race = (name: string, database: string) => ({ file: `${LEDGER}/ledger-races.test.ts`, name: `on ${database}.*${name}` })
const committer = (name: string) => ({ file: `${LEDGER}/committer.test.ts`, name: `on sqlite.*${name}` })
const start = (name: string) => ({ file: `${LEDGER}/ledger-start.test.ts`, name: `on sqlite.*${name}` })

/** The ledger, and what runs through it. */
const ledgerMutants: readonly Mutant[] = [
  {
    name: 'no row lock on PostgreSQL',
    file: 'server/src/db/set-executor.ts',
    from: `any($1::\${array(table.columns[key])}) order by "\${key}"\${lock ? ' for update' : ''}`,
    to: `any($1::\${array(table.columns[key])}) order by "\${key}"\${lock ? '' : ''}`,
    test: race('a balance for k calls admits exactly k of 50 k', 'postgres'),
  },
  {
    name: 'no row lock on MySQL',
    file: 'server/src/db/set-executor.ts',
    from: `order by \\\`\${key}\\\`\${lock ? ' for update' : ''}`,
    to: `order by \\\`\${key}\\\`\${lock ? '' : ''}`,
    test: race('a balance for k calls admits exactly k of 50 k', 'mysql'),
  },
  {
    name: 'a settled hold may be settled again',
    file: `${LEDGER}/settle-hold.ts`,
    from: `if (hold.state === 'open') return end(ledger, hold, operation)`,
    to: `if (hold.state !== 'recovered') return end(ledger, hold, operation)`,
    test: model,
  },
  {
    name: 'refs need not be unique',
    file: 'server/src/db/migrations/0002-money.ts',
    from: `.addColumn('ref', 'varchar(128)', (c) => c.notNull().unique())`,
    to: `.addColumn('ref', 'varchar(128)', (c) => c.notNull())`,
    test: { file: `${LEDGER}/post.test.ts`, name: 'on sqlite.*is made once for one ref' },
  },
  {
    name: 'answered before it is committed',
    file: `${LEDGER}/committer.ts`,
    from: 'const verdicts = await this.#attempt(batch, seq)',
    to: `const verdicts = batch.map((): Verdict => ({ kind: 'done' }))
        void this.#attempt(batch, seq).catch(() => {})`,
    test: race('a balance for k calls admits exactly k of 50 k', 'sqlite'),
  },
  {
    name: 'reserves without looking at what is available',
    file: `${LEDGER}/run-batch.ts`,
    from: 'if (leg.reserves && available < amount) return',
    to: 'if (leg.reserves && available < -1e15) return',
    test: race('a balance for k calls admits exactly k of 50 k', 'sqlite'),
  },
  {
    name: 'looks at the posted balance and forgets what is held',
    file: `${LEDGER}/run-batch.ts`,
    from: 'const available = account.posted - account.held',
    to: 'const available = account.posted',
    test: race('a balance for k calls admits exactly k of 50 k', 'sqlite'),
  },
  {
    name: 'a grant writes the balance it read before, without a lock',
    file: `${LEDGER}/post.ts`,
    from: `selectByKeys(accountTable, 'id', ids, { lock: true })`,
    to: `selectByKeys(accountTable, 'id', ids, { lock: false })`,
    test: race('grants and an admin who sets the balance lose nothing', 'postgres'),
  },
  {
    name: 'a refused extension is granted',
    file: `${LEDGER}/run-batch.ts`,
    from: `const short = shortage(ledger, hold.legs, by)
  if (short) return short`,
    to: 'shortage(ledger, hold.legs, by)',
    test: model,
  },
  {
    name: 'a release may come twice',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'return repeated(hold.used, 0)',
    to: 'return release(ledger, hold, operation)',
    test: model,
  },
  {
    name: 'a settlement keeps the reservation',
    file: `${LEDGER}/settle-hold.ts`,
    from: `ledger.reserve(hold, -wasHeld)
  const charged = ledger.charge(hold, { kind: 'settle', subject: hold.id`,
    to: `const charged = ledger.charge(hold, { kind: 'settle', subject: hold.id`,
    test: model,
  },
  {
    name: 'a correction charges the whole instead of the difference',
    file: `${LEDGER}/charges.ts`,
    from: 'const difference = amount - paidBefore',
    to: 'const difference = amount',
    test: model,
  },
  {
    name: 'a vendor may report a balance below zero',
    file: `${LEDGER}/payable.ts`,
    from: 'most = Math.min(most, fromHold + beyond)',
    to: 'most = Math.min(most, amount + fromHold * beyond)',
    test: model,
  },
  {
    name: 'a settlement takes what other holds have set aside',
    file: `${LEDGER}/payable.ts`,
    from: 'posted - fromHold - account.held)',
    to: 'posted - fromHold)',
    test: model,
  },
  {
    name: 'a settlement ignores that the hold was swept',
    file: `${LEDGER}/settle-hold.ts`,
    from: `if (hold.resolvedBy === 'sweeper') return correct(ledger, hold, operation)`,
    to: '',
    test: model,
  },
  {
    name: 'recovery ignores the checkpoint',
    file: `${LEDGER}/recover.ts`,
    from: `return policy === 'full' ? amount : Math.max(0, used - partsAmount(parts))`,
    to: `return policy === 'full' ? amount : 0`,
    test: start('charges spooled settlements exactly'),
  },
  {
    name: 'recovery charges settled parts once more',
    file: `${LEDGER}/recover.ts`,
    from: 'Math.max(0, used - partsAmount(parts))',
    to: 'used',
    test: model,
  },
  {
    name: 'the row of a recovery leaves out the settled parts',
    file: `${LEDGER}/waiting-row.ts`,
    from: 'const quota = partsAmount(parts) + rest.paid',
    to: 'const quota = rest.paid',
    test: model,
  },
  {
    name: 'a late part is not set off against the recovery',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'const paid = Math.min(hold.used, amount)',
    to: 'const paid = 0 * hold.used',
    test: model,
  },
  {
    name: 'what a late part was set off against covers the next one too',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'hold.used -= before.paid',
    to: '',
    test: model,
  },
  {
    name: 'two late parts in one batch leave two rows',
    file: `${LEDGER}/ledger-transaction.ts`,
    from: 'if (unwritten === -1) this.#withdrawn.push({ ...row, writtenAtMs })',
    to: 'if (unwritten >= -1) this.#withdrawn.push({ ...row, writtenAtMs })',
    test: { file: `${LEDGER}/ledger-parts.test.ts`, name: 'on sqlite.*has one row when several late parts' },
  },
  {
    name: 'a part may be charged twice',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'if (known) return repeated(known.amount, amount)',
    to: '',
    test: { file: `${LEDGER}/ledger-repeats.test.ts`, name: 'on sqlite.*with another amount is refused' },
  },
  {
    name: 'a part leaves the reservation as it was',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'const wasHeld = Math.min(hold.amount, amount)',
    to: 'const wasHeld = Math.min(hold.amount, 0 * amount)',
    test: model,
  },
  {
    name: 'a part beyond its hold gives back more than it held',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'const wasHeld = Math.min(hold.amount, amount)',
    to: 'const wasHeld = amount',
    test: model,
  },
  {
    name: 'a sweep gives back the hold and forgets that it had parts',
    file: `${LEDGER}/recover.ts`,
    from: 'if (amount === 0 && hold.partCount === 0) {',
    to: 'if (amount === 0) {',
    test: model,
  },
  {
    name: 'what the house bore of a recovery covers two late parts',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'hold.house -= before.housePart',
    to: '',
    test: { file: `${LEDGER}/ledger-parts.test.ts`, name: 'on sqlite.*says once what the house bore' },
  },
  {
    name: 'a repeat with another amount is taken for the same',
    file: `${LEDGER}/settle-hold.ts`,
    from: 'return recorded === amount ?',
    to: 'return recorded >= 0 ?',
    test: { file: `${LEDGER}/ledger-repeats.test.ts`, name: 'on sqlite.*with another amount is refused' },
  },
  {
    name: 'a repeated hold with another amount is granted',
    file: `${LEDGER}/run-batch.ts`,
    from: 'if (known && known.requested !== operation.amount)',
    to: 'if (known && known.requested < 0)',
    test: { file: `${LEDGER}/ledger-repeats.test.ts`, name: 'on sqlite.*with another amount is refused' },
  },
  {
    name: 'a start sweeps the holds of tasks',
    file: `${LEDGER}/recover.ts`,
    from: `query = query.where('owner_kind', '=', 'node').where('owner_id', '!=', onlyOtherThan)`,
    to: `query = query.where('owner_id', '!=', onlyOtherThan)`,
    test: { file: `${LEDGER}/ledger-parts.test.ts`, name: 'on sqlite.*that a task owns outlives the node' },
  },
  {
    name: 'recovery runs before the spool is replayed',
    file: `${LEDGER}/ledger.ts`,
    from: `await Promise.all(
      spool.leftBehind.map(`,
    to: `void Promise.all(
      spool.leftBehind.map(`,
    test: start('charges spooled settlements exactly'),
  },
  {
    name: 'a commit of unknown outcome is taken for done',
    file: `${LEDGER}/commit-once.ts`,
    from: 'return await batchSettled(database, epoch, seq)',
    to: 'return seq > 0 || (await batchSettled(database, epoch, seq))',
    test: committer('a commit of unknown outcome that had not taken place'),
  },
  {
    name: 'a hold placed too late is kept',
    file: `${LEDGER}/committer.ts`,
    from: `void this.submit({ kind: 'release', id: waiting.operation.id })`,
    to: '',
    test: committer('a hold that was placed after its caller had been refused'),
  },
  {
    name: 'a charge may be negative',
    file: `${LEDGER}/run-batch.ts`,
    from: 'if (!Number.isSafeInteger(amount) || amount < 0)',
    to: 'if (!Number.isSafeInteger(amount))',
    test: committer('a charge of -5 is refused'),
  },
  {
    name: 'one bad operation takes its whole batch with it',
    file: `${LEDGER}/committer.ts`,
    from: 'if (batch.length === 1 && only) {',
    to: 'if (only) {',
    test: committer('one operation that the database refuses'),
  },
  {
    name: 'the spool is emptied though the database has not everything',
    file: `${LEDGER}/spool.ts`,
    from: 'if (end === 0 || unsettled.size > 0) return',
    to: 'if (end === 0) return',
    test: { file: `${LEDGER}/spool.test.ts`, name: 'it is emptied only when the database has everything' },
  },
  {
    name: 'the end mark goes before the bill is durable',
    file: `${GATEWAY}/stream-back/stream-back.ts`,
    from: 'await settle(answer, end.reason, parts, end.afterLeaving)',
    to: 'void settle(answer, end.reason, parts, end.afterLeaving).catch(() => {})',
    test: fault('database', 'the end mark of a stream, and a whole answer, wait'),
  },
  {
    name: 'a whole answer goes before the bill is durable',
    file: `${GATEWAY}/stream-back/send-whole.ts`,
    from: "else await settle(answer, 'done', parts)",
    to: "else void settle(answer, 'done', parts).catch(() => {})",
    test: fault('database', 'the end mark of a stream, and a whole answer, wait'),
  },
  {
    name: 'the hold of a call that no channel served is forgotten',
    file: `${GATEWAY}/walk.ts`,
    from: `    release(error, served)
    return error`,
    to: '    return error',
    test: fault('upstream', 'FLT-5 a reset before the headers is a 502'),
  },
  {
    name: 'an error with a good status is passed on as an answer',
    file: `${GATEWAY}/call-upstream/call-upstream.ts`,
    from: "if (error) throw garbageFailure('the upstream reported an error with a good status', error.message)",
    to: "if (error) meter.push({ event: '', data: JSON.stringify({ choices: [{ message: { content: error.message }, finish_reason: 'stop' }] }) })",
    test: fault('upstream', 'FLT-14 a good status with an error in JSON is'),
  },
  {
    name: 'what came before a cut is not counted',
    file: `${GATEWAY}/meter/meter.ts`,
    from: "if (reading.text !== '') this.#note(reading.text)",
    to: '',
    test: fault('upstream', 'FLT-6 an upstream that resets'),
  },
  {
    name: 'what is spooled goes behind a torn record',
    file: `${LEDGER}/spool.ts`,
    from: 'let end = wholeBytes',
    to: 'let end = Math.max(wholeBytes, fstatSync(file).size)',
    test: { file: `${LEDGER}/spool.test.ts`, name: 'what is spooled after a torn record is not lost behind it' },
  },
  {
    name: 'a node that was cut off for long sweeps its own calls',
    file: `${LEDGER}/ledger.ts`,
    from: `await this.renewLease()
        return this.#recover({})`,
    to: 'return this.#recover({})',
    test: start('does not sweep its own calls after it was cut off'),
  },
  {
    name: 'a client that leaves after a 200 pays nothing for its prompt',
    file: `${GATEWAY}/walk.ts`,
    from: 'if (error instanceof ClientGone && error.owed) {',
    to: 'if (error instanceof ClientGone && error.owed && call.id === "") {',
    test: fault('client', 'FLT-2 a client that leaves after a 200'),
  },
]

export const mutants: readonly Mutant[] = [...ledgerMutants, ...moneyMutants]
