// Mails each statement to those who want it, once its month is over. A month in which nothing moved is not mailed, nor is one of a user who has no
// address by then; both count as seen to.
import type { Language } from '@waystation/contract/errors'
import { type QuotaDisplay, quotaText } from '@waystation/contract/money/quota'
import type { Statement } from '@waystation/contract/money/statement'
import { statementCauseWords } from '@waystation/contract/money/statement-words'
import { serverAddress } from '@waystation/contract/options/payment'
import { loginKey } from '@waystation/contract/people/user-name'
import type { Database } from '../../db/database.ts'
import type { MailRow } from '../mail/mail-layout.ts'
import type { MailMatter } from '../mail/mail-words.ts'
import { languageOfReceiver } from '../notice/notice-deliveries.ts'
import type { OptionService } from '../option/option-service.ts'
import { quotaDisplay } from '../option/quota-display.ts'
import type { Delivery } from '../outbox/outbox.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { monthZones } from './month-zones.ts'
import { statementWords } from './statement-csv.ts'
import { findReaders, mailStatement, type StatementReader } from './statement-mail-store.ts'
import { monthBefore, monthNamed, monthNow, type StatementMonth } from './statement-month.ts'
import type { StatementService } from './statement-service.ts'

export interface StatementMailParts {
  readonly database: Database
  readonly options: Pick<OptionService, 'get'>
  readonly outgoing: Outgoing
  readonly statements: Pick<StatementService, 'statement'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Charges of a month's last seconds may be committed a little later. */
const SETTLING_SECONDS = 3600
/** Users that one query looks at. */
const LOOK_MAX = 100
/** Users that one run sees to; the others come with the next ones. */
const RUN_MAX = 500
/** Models that a mail lists; the others are one line. The page that it links to has all. */
const MODELS_MAX = 50
const LIFETIME_MS = 7 * 86_400_000

export class StatementMails {
  readonly #parts: StatementMailParts

  constructor(parts: StatementMailParts) {
    this.#parts = parts
  }

  /** Sees to users whose last month has not been mailed, and answers how many mails were written. */
  async send(): Promise<number> {
    const { database, outgoing, now } = this.#parts
    if (!outgoing.mail.isReady()) return 0
    const month = await this.#lastMonth(Math.floor(now() / 1000) - SETTLING_SECONDS)
    let [mailed, afterId] = [0, 0]
    for (let seen = 0; seen < RUN_MAX; seen += LOOK_MAX) {
      const readers = await findReaders(database, month, { afterId, limit: LOOK_MAX })
      for (const reader of readers) if (await this.#mailed(reader, month)) mailed += 1
      afterId = readers.at(-1)?.id ?? afterId
      if (readers.length < LOOK_MAX) break
    }
    if (mailed > 0) outgoing.outbox.wake()
    return mailed
  }

  async #lastMonth(seconds: number): Promise<StatementMonth> {
    const zones = await monthZones(this.#parts)
    return monthNamed(monthBefore(monthNow(seconds, zones)), zones)
  }

  /** A statement that cannot be made is told of and tried again with the next run; the others do not wait for it. */
  async #mailed(reader: StatementReader, month: StatementMonth): Promise<boolean> {
    const { database, outgoing, onTrouble } = this.#parts
    try {
      const deliveries = await this.#deliveries(reader, month)
      const sealed = deliveries.map((delivery) => outgoing.outbox.seal(delivery))
      const isFirst = await database.run(mailStatement, { userId: reader.id, month: month.name, deliveries: sealed })
      return isFirst && deliveries.length > 0
    } catch (error) {
      onTrouble(error, { event: 'statement_not_mailed', user: reader.id, month: month.name })
      return false
    }
  }

  async #deliveries(reader: StatementReader, month: StatementMonth): Promise<Delivery[]> {
    const { options, outgoing, statements } = this.#parts
    const to = userSettingOf(reader.setting).notification_email || reader.email
    if (to === '') return []
    const statement = await statements.statement({ viewer: reader, month: month.name })
    if (statement.entries === 0) return []
    const language = languageOfReceiver(reader)
    const address = options.get(serverAddress)
    const matter: MailMatter = {
      kind: 'statement',
      // A mailbox that is not the account's own gets no word that the user has written.
      username: loginKey(to) === loginKey(reader.email) ? reader.username : '',
      month: statement.month,
      zone: statement.zone,
      rows: statementRows(statement, quotaDisplay(options), language),
      link: address === '' ? '' : `${address}/app/wallet/statement?month=${statement.month}`,
    }
    return outgoing.mail.deliveries({ to, matter, language, ref: `statement:${reader.id}:${month.name}`, lifetimeMs: LIFETIME_MS })
  }
}

/** The lines of a statement, which add up: the opening balance, what came and went by cause, calls by model, the closing balance. */
export function statementRows({ opening, closing, causes, calls }: Statement, display: QuotaDisplay, language: Language): MailRow[] {
  const words = statementWords[language]
  const names = statementCauseWords[language]
  const amount = (units: number) => quotaText(units, display, language)
  const moved = (units: number) => `${units > 0 ? '+' : ''}${amount(units)}`
  const rest = calls.models.slice(MODELS_MAX)
  const restCalls = rest.reduce((sum, one) => sum + one.calls, 0)
  const restUnits = rest.reduce((sum, one) => sum + one.quota, 0)
  return [
    { label: words.opening, value: amount(opening) },
    ...causes.filter(({ cause }) => cause !== 'call').map((one) => ({ label: names[one.cause], value: moved(one.in - one.out) })),
    ...calls.models.slice(0, MODELS_MAX).map((one) => ({ label: `${one.model} × ${one.calls}`, value: moved(-one.quota) })),
    ...(rest.length === 0 ? [] : [{ label: `${words.otherModels} × ${restCalls}`, value: moved(-restUnits) }]),
    ...(calls.elsewhere === 0 ? [] : [{ label: words.elsewhere, value: moved(-calls.elsewhere) }]),
    { label: words.closing, value: amount(closing) },
  ]
}
