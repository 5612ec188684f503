import { getStatement, getUserStatement } from '@waystation/contract/api/money/statement'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus, useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { ErrorState, Page, SkeletonLines, useUrlState } from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { StatementActions } from './StatementActions.tsx'
import { BalanceByDay, Debt, Invitation, Proof } from './StatementSide.tsx'
import { StatementTable } from './StatementTable.tsx'
import { monthIn, type StatementData } from './statement-data.ts'
import { monthText, useAmounts } from './statement-texts.ts'
import './statement.css'
import './statement-print.css'

/** What moved on somebody's balance in a month, to the unit, and the proof that the ledger has the same. */
export default function StatementPage({ userId }: { /** For admins; absent: one's own. */ readonly userId?: number }) {
  const t = useText()
  const { params } = useUrlState()
  const asked = monthIn(params.month)
  const { data, error, refresh } = useStatement(userId, asked)
  const parent = userId === undefined ? { label: t('wallet.title'), to: paths.wallet() } : { label: t('user.user'), to: paths.user(userId) }
  return (
    <Page
      title={t('statement.title')}
      parent={parent}
      subtitle={<Subtitle statement={data} />}
      actions={data && <StatementActions statement={data} userId={userId} />}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refresh} />
      ) : data ? (
        <div className="statement">
          <div>
            {/* On a phone there is no room for the subtitle, which says it too. */}
            <p className="statement-zone">{t('statement.zone', { zone: zoneName(data.zone) })}</p>
            <StatementTable key={data.month} statement={data} hasAllRefs={userId !== undefined} />
          </div>
          <div className="statement-side">
            <Proof statement={data} userId={userId} />
            {data.invitation && <Invitation sums={data.invitation} />}
            {data.debt && <Debt sums={data.debt} />}
            <BalanceByDay statement={data} />
          </div>
        </div>
      ) : (
        <SkeletonLines count={12} />
      )}
    </Page>
  )
}

function useStatement(userId: number | undefined, month: string | undefined) {
  const query = month === undefined ? {} : { month }
  const options = { keepsPrevious: true, refetchesOnReturn: true } as const
  const own = useData(getStatement, { query }, { ...options, when: userId === undefined })
  const other = useData(getUserStatement, { params: { id: String(userId ?? 0) }, query }, { ...options, when: userId !== undefined })
  return userId === undefined ? own : other
}

function Subtitle({ statement }: { readonly statement: StatementData | undefined }) {
  const t = useText()
  const language = useLanguage()
  const systemName = useSystemName()
  const amounts = useAmounts()
  const self = useUser()
  const inCurrency = usePublicStatus()?.display_in_currency ?? true
  const owner = statement?.user ?? self
  return (
    <span className="statement-owner">
      {statement && <span className="statement-paper">{`${systemName} · ${monthText(statement.month, language)}`}</span>}
      {owner && `${owner.username} #${owner.id} · `}
      {inCurrency ? t('statement.inDollars', { unit: amounts.unit() }) : t('statement.inUnits')}
      {statement && ` · ${t('statement.zone', { zone: zoneName(statement.zone) })}`}
    </span>
  )
}
