// What the clients of sessions saw, against the books: each response that a client was told to be complete is charged once, in the entries, in
// the parts of the session's hold, and in its row.
import type { Kysely } from 'kysely'
import type { Tables } from '../../../server/src/db/tables/tables.ts'
import { talkingModel } from '../front-door.ts'
import { makesUp } from '../house-share.ts'
import type { Charged, Complain } from '../judge.ts'
import { chargeOf } from '../load.ts'
import type { ResponseRecord, SessionRecord } from './session-load.ts'

/** What the tables say of one session. Quota units. */
export interface SessionBooks {
  /** The amounts of the settled parts, the house's share included. */
  readonly parts: readonly number[]
  readonly rows: readonly SessionRow[]
  /** Was it resolved by whoever came after its server? */
  readonly isSwept: boolean
}

interface SessionRow {
  readonly quota: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** How many parts it says it has. */
  readonly responses: number
}

/**
 * Judges all sessions, and takes their charges out of those that are left to be explained.
 * @returns how much was judged: what no kill and no response met proves nothing
 */
export async function judgeSessions(
  db: Kysely<Tables>,
  records: readonly SessionRecord[],
  charges: Map<string, Charged>,
  complain: Complain,
): Promise<{ sessions: number; responses: number; cut: number; swept: number }> {
  const books = await readBooks(db)
  for (const record of records) {
    judgeSession(record, charges.get(record.requestId), books.get(record.requestId), complain)
    charges.delete(record.requestId)
  }
  return {
    sessions: records.length,
    responses: records.reduce((sum, { responses }) => sum + doneOf(responses).length, 0),
    /** By a kill, or another end that was not the client's. */
    cut: records.filter(({ isCut }) => isCut).length,
    /** Had settled parts when their server died, and were resolved by whoever came after. */
    swept: records.filter(({ requestId }) => books.get(requestId)?.isSwept).length,
  }
}

/**
 * A response that broke off may be charged for what came of it, and not for more than the whole of it. A session without one costs exactly what
 * its responses do.
 */
export function judgeSession(
  record: SessionRecord,
  charged: Charged | undefined,
  { parts, rows }: SessionBooks = { parts: [], rows: [], isSwept: false },
  complain: Complain,
): void {
  const done = doneOf(record.responses)
  const least = costOf(record, done)
  const most = costOf(record, record.responses)
  const name = `session ${record.sessionId} ${record.requestId}`
  const paid = (charged?.net ?? 0) + (charged?.house?.amount ?? 0)
  const said = `${done.length} of ${record.responses.length} responses complete, costs ${least} to ${most}`
  if (paid < least) complain('lost', `${name}: ${said} and was charged ${paid}`)
  if (paid > most) complain('double', `${name}: ${said} and was charged ${paid}`)
  if (charged?.house && !makesUp(paid, charged)) complain('wrong', `${name}: the house paid ${charged.house.amount} of ${paid}`)
  const inParts = parts.reduce((sum, amount) => sum + amount, 0)
  if (inParts < least || inParts > paid || parts.length < done.length || parts.length > record.responses.length)
    complain('wrong', `${name}: ${said} and has ${parts.length} parts of ${inParts}, charged ${paid}`)
  if (paid > 0 || rows.length > 0) judgeRow(name, record, { parts, rows, net: charged?.net ?? 0 }, complain)
}

function judgeRow(
  name: string,
  { responses }: SessionRecord,
  { parts, rows, net }: Pick<SessionBooks, 'parts' | 'rows'> & { readonly net: number },
  complain: Complain,
): void {
  const [row] = rows
  if (!row || rows.length > 1) {
    complain(row ? 'double' : 'lost', `${name} was charged ${net} and has ${rows.length} rows`)
    return
  }
  const [least, most] = [tokensOf(doneOf(responses)), tokensOf(responses)]
  const isWithin = row.promptTokens >= least.prompt && row.promptTokens <= most.prompt
  const isWithinToo = row.completionTokens >= least.completion && row.completionTokens <= most.completion
  if (row.quota === net && isWithin && isWithinToo && row.responses === parts.length) return
  complain('wrong', `${name} was charged ${net} in ${parts.length} parts, and its row says ${JSON.stringify(row)}`)
}

const doneOf = (responses: readonly ResponseRecord[]) => responses.filter(({ isDone }) => isDone)

function costOf({ model }: SessionRecord, responses: readonly ResponseRecord[]): number {
  if (responses.length === 0) return 0
  const { prompt, completion } = tokensOf(responses)
  const cachedTokens = responses.reduce((sum, one) => sum + one.cachedTokens, 0)
  return chargeOf({ model, promptTokens: prompt, cachedTokens, completionTokens: completion })
}

/** Of a response that broke off, the server counts each piece by itself, and rounds it up. */
function tokensOf(responses: readonly ResponseRecord[]): { prompt: number; completion: number } {
  return {
    prompt: responses.reduce((sum, one) => sum + one.promptTokens, 0),
    completion: responses.reduce((sum, one) => sum + one.completionTokens + (one.isDone ? 0 : one.pieces), 0),
  }
}

async function readBooks(db: Kysely<Tables>): Promise<ReadonlyMap<string, SessionBooks>> {
  const holds = await db.selectFrom('hold').select(['id', 'part_charges', 'resolved_by']).where('parts', '>', 0).execute()
  const logs = await db
    .selectFrom('log')
    .innerJoin('log_detail', 'log_detail.request_id', 'log.request_id')
    .select(['log.request_id', 'log.quota', 'log.prompt_tokens', 'log.completion_tokens', 'log_detail.other'])
    .where('log.type', '=', 2)
    .where('log.model_name', '=', talkingModel.name)
    .execute()
  const books = new Map<string, SessionBooks & { parts: number[]; rows: SessionRow[] }>()
  for (const { id, part_charges, resolved_by } of holds) {
    const parts = (JSON.parse(part_charges ?? '[]') as [number, number, number][]).map(([, amount]) => amount)
    books.set(id, { parts, rows: [], isSwept: resolved_by === 'sweeper' })
  }
  for (const row of logs) {
    const facts = JSON.parse(row.other) as { responses?: number }
    const found = books.get(row.request_id) ?? { parts: [], rows: [], isSwept: false }
    books.set(row.request_id, found)
    found.rows.push({
      quota: Number(row.quota),
      promptTokens: Number(row.prompt_tokens),
      completionTokens: Number(row.completion_tokens),
      responses: facts.responses ?? 0,
    })
  }
  return books
}
