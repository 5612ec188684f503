// A statement as CSV. Amounts are given in quota units and in dollars; what came in and went out are columns of their own, so that each can
// be added up.

import type { Language } from '@waystation/contract/errors'
import { dollarDecimals, dollarsOf } from '@waystation/contract/money/quota'
import type { Statement, StatementEntry, StatementFile } from '@waystation/contract/money/statement'
import { statementCauseWords } from '@waystation/contract/money/statement-words'
import { wallMs } from '@waystation/contract/values/calendar'
import { csvLine } from '@waystation/contract/values/csv'
import { causeOf, sumsOf } from './statement-lines.ts'
import { dayText } from './statement-month.ts'
import type { DaySum } from './statement-store.ts'

interface CsvForm {
  readonly form: StatementFile
  readonly language: Language
  /** Quota units that make a dollar. */
  readonly perUnit: number
}

interface Words {
  /** After the time, whose head names the zone. */
  readonly head: readonly string[]
  readonly time: string
  readonly opening: string
  readonly closing: string
  readonly corrected: string
  readonly elsewhere: string
  readonly otherModels: string
}

/** What stands in statements that are not read on the screen. */
export const statementWords: Readonly<Record<Language, Words>> = {
  zh: {
    time: '时间',
    head: ['事由', '明细', '账本编号', '笔数', '收入（额度）', '支出（额度）', '收入（美元）', '支出（美元）', '余额（额度）'],
    opening: '期初余额',
    closing: '期末余额',
    corrected: '先扣后退的更正',
    elsewhere: '计入其他月份或没有日志',
    otherModels: '其他模型',
  },
  en: {
    time: 'Time',
    head: [...['Cause', 'Details', 'Ledger ref', 'Entries'], ...['In (units)', 'Out (units)', 'In (USD)', 'Out (USD)', 'Balance (units)']],
    opening: 'Opening balance',
    closing: 'Closing balance',
    corrected: 'Charged at first, then corrected',
    elsewhere: 'Counted in another month, or without a log row',
    otherModels: 'Other models',
  },
}

/** The whole file. @param days what moved by day and cause */
export function statementCsv(statement: Statement, days: readonly DaySum[], form: CsvForm): string {
  const { time, head, opening, closing } = statementWords[form.language]
  const timeHead = form.language === 'zh' ? `${time}（${statement.zone}）` : `${time} (${statement.zone})`
  const lines = form.form === 'days' ? dayLines(statement, days, form) : entryLines(statement, form)
  const bare = (at: number, cause: string, balance: number) => [timeText(at, statement.zone), cause, '', '', '', '', '', '', '', balance]
  const rows = [
    [timeHead, ...head],
    bare(statement.start, opening, statement.opening),
    ...lines,
    bare(endOf(statement), closing, statement.closing),
  ]
  // The mark at the start tells Excel that it is UTF-8.
  return `\uFEFF${rows.map((cells) => `${csvLine(cells)}\r\n`).join('')}`
}

type Cells = (string | number)[]

/** Every entry, and calls by model. */
function entryLines({ causes, calls, ...statement }: Statement, { language, perUnit }: CsvForm): Cells[] {
  const say = statementWords[language]
  const names = statementCauseWords[language]
  const end = timeText(endOf(statement), statement.zone)
  const line = (time: string, facts: readonly [cause: string, details: string, ref: string, entries: number], [amountIn, out]: Amounts) => [
    ...[time, ...facts, amountIn, out],
    ...[dollars(amountIn, perUnit), dollars(out, perUnit), ''],
  ]
  const entries = causes.flatMap(({ cause, listed }) =>
    listed.map((one) => line(timeText(one.at, statement.zone), [names[cause], detailsOf(one), one.ref, 1], [one.in, one.out])),
  )
  const models = calls.models.map(({ model, calls: count, quota }) => line(end, [names.call, model, '', count], [0, quota]))
  const rest: Cells[] = []
  if (calls.corrected > 0) rest.push(line(end, [names.call, say.corrected, '', 0], [calls.corrected, calls.corrected]))
  if (calls.elsewhere !== 0) rest.push(line(end, [names.call, say.elsewhere, '', 0], [0, calls.elsewhere]))
  return [...entries, ...models, ...rest]
}

type Amounts = readonly [amountIn: number, out: number]

const detailsOf = ({ method, note, actor }: StatementEntry): string => [method, note, actor].filter((text) => text !== '').join(' · ')

/** The sums of each day and cause, with the balance at the day's end. */
function dayLines({ opening }: Statement, days: readonly DaySum[], { language, perUnit }: CsvForm): Cells[] {
  const names = statementCauseWords[language]
  let balance: number = opening
  return [...new Set(days.map(({ day }) => day))]
    .toSorted((a, b) => a - b)
    .flatMap((day) => {
      const ofDay = days.filter((row) => row.day === day)
      return [...new Set(ofDay.map(({ kind }) => causeOf(kind)))].map((cause) => {
        const { entries, in: amountIn, out } = sumsOf(ofDay.filter(({ kind }) => causeOf(kind) === cause))
        balance += amountIn - out
        const amounts = [amountIn, out, dollars(amountIn, perUnit), dollars(out, perUnit)]
        return [dayText(day), names[cause], '', '', entries, ...amounts, balance]
      })
    })
}

/** A month that goes on ends, for now, with the moment of the statement. */
const endOf = ({ is_open, made_at, end }: Pick<Statement, 'is_open' | 'made_at' | 'end'>): number => (is_open ? made_at : end)

/** By the clock of the zone, with what it is ahead of UTC: `2026-11-01T00:00:00+08:00`. */
function timeText(at: number, zone: string): string {
  const wall = wallMs(at * 1000, zone)
  const minutes = Math.round((wall - at * 1000) / 60_000)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return new Date(wall).toISOString().replace('.000Z', minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${hour}:${minute}`)
}

/** Without a sign of the currency, so that a spreadsheet reads a number; exact to the unit. */
const dollars = (units: number, perUnit: number): string => dollarsOf(units, perUnit).toFixed(dollarDecimals(perUnit))
