// A user's statement of a month, for themselves and for admins.
import type { Language } from '@waystation/contract/errors'
import type { Statement, StatementFile } from '@waystation/contract/money/statement'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { Ranked } from '@waystation/contract/people/rank'
import type { Database } from '../../db/database.ts'
import { monthZones } from './month-zones.ts'
import { statementCsv } from './statement-csv.ts'
import { balanceByDay, balancesOf, callsOf, causesOf, lineOf, namedIds, sumsOf } from './statement-lines.ts'
import { type MonthZones, monthNamed, monthNow, monthsOfDay, type StatementMonth } from './statement-month.ts'
import { findMonth, findNames, type MonthRecord } from './statement-store.ts'

export interface StatementParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly users: {
    /** A user whose record this viewer may read. @throws AppError not_found, no_permission */
    lookUp(viewer: Ranked, id: number): Promise<StatementOwner>
  }
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface StatementOwner {
  readonly id: number
  readonly username: string
}

/** Whose statement is asked for, and by whom. */
export interface StatementAsked {
  readonly viewer: Ranked & StatementOwner
  /** Absent: the viewer's own. */
  readonly userId?: number
  /** `2026-11`; absent: this month. */
  readonly month?: string | undefined
}

export interface StatementDownload {
  readonly name: string
  readonly text: string
}

/** So many entries of a cause are listed on the screen; an export has all. */
const LISTED_MOST = 300

export class StatementService {
  readonly #parts: StatementParts

  constructor(parts: StatementParts) {
    this.#parts = parts
  }

  /** @throws AppError not_found, no_permission */
  async statement(asked: StatementAsked): Promise<Statement> {
    return (await this.#made(asked, LISTED_MOST)).statement
  }

  /** The same as CSV. @throws AppError not_found, no_permission */
  async file(asked: StatementAsked, { form, language }: { form: StatementFile; language: Language }): Promise<StatementDownload> {
    const { statement, record } = await this.#made(asked, Number.MAX_SAFE_INTEGER)
    const perUnit = this.#parts.options.get(quotaPerUnit)
    const suffix = form === 'days' ? '-days' : ''
    return {
      name: `statement-${statement.user.id}-${statement.month}${suffix}.csv`,
      text: statementCsv(statement, record.user.days, { form, language, perUnit }),
    }
  }

  async #made(
    { viewer, userId, month: asked }: StatementAsked,
    listedMost: number,
  ): Promise<{ statement: Statement; record: MonthRecord }> {
    const { database, users, now } = this.#parts
    const owner = userId === undefined ? viewer : await users.lookUp(viewer, userId)
    const seconds = Math.floor(now() / 1000)
    const zones = await monthZones(this.#parts)
    const month = monthNamed(asked ?? monthNow(seconds, zones), zones)
    const record = await findMonth(database, owner.id, month)
    const names = await findNames(database, namedIds(record.entries))
    // Who corrected a balance is told to admins only.
    const shown = userId === undefined ? { ...names, people: new Map<number, string>() } : names
    const lines = record.entries.map((entry) => lineOf(entry, shown))
    const listed = causesOf(record.user.days, lines, listedMost)
    return { record, statement: statementOf(record, { owner, month, zones, now: seconds, causes: listed }) }
  }
}

interface StatementFrame {
  readonly owner: StatementOwner
  readonly month: StatementMonth
  readonly zones: MonthZones
  /** Unix seconds. */
  readonly now: number
  readonly causes: Statement['causes']
}

function statementOf(
  { user, referral, debt, models, activeDays }: MonthRecord,
  { owner, month, zones, now, causes }: StatementFrame,
): Statement {
  const { name, zone, start, end } = month
  return {
    ...balancesOf(user),
    user: { id: owner.id, username: owner.username },
    month: name,
    zone,
    start,
    end,
    is_open: now < end,
    entries: sumsOf(user.days).entries,
    causes,
    calls: callsOf(user.days, models),
    by_day: balanceByDay(user, month, now),
    invitation: referral ? balancesOf(referral) : null,
    debt: debt ? balancesOf(debt) : null,
    months: [...new Set([...activeDays.flatMap((day) => monthsOfDay(day, zones)), monthNow(now, zones)])].toSorted().toReversed(),
    made_at: now,
  }
}
