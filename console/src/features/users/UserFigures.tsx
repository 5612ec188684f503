import { getUser } from '@waystation/contract/api/user'
import type { User } from '@waystation/contract/user'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { BalanceIcon, Button, NumberText, QuotaText } from '~/ui/kit'
import { inviterOf } from './user-cells.tsx'
import type { AdjustedUser } from './user-queries.ts'
import './users.css'

export interface UserFiguresProps {
  readonly user: User
  /** Opens the dialog for the balance; undefined: the caller may not change it. */
  readonly onAdjust: ((user: AdjustedUser) => void) | undefined
}

/** Balance, usage and invitations. A change of the balance is saved at once and shows here, while the form keeps what was typed. */
export function UserFigures({ user, onAdjust }: UserFiguresProps) {
  const t = useText()
  const { data } = useData(getUser, { params: { id: user.id } }, { freshMs: 5000 })
  const figures = data ?? user
  const facts = [
    { label: t('user.balance'), value: <QuotaText value={figures.quota} /> },
    { label: t('user.used'), value: <QuotaText value={figures.used_quota} /> },
    { label: t('user.requests'), value: <NumberText value={figures.request_count} /> },
    { label: t('user.invitees'), value: <NumberText value={figures.aff_count} /> },
    { label: t('user.inviteIncome'), value: <QuotaText value={figures.aff_history_quota} /> },
    { label: t('user.inviter'), value: inviterOf(figures) },
  ]
  return (
    <section className="form-section">
      <div className="form-section-head">
        <h3>{t('user.figures')}</h3>
        {onAdjust && (
          <Button
            size="small"
            icon={<BalanceIcon />}
            onClick={() => onAdjust({ id: user.id, username: figures.username, quota: figures.quota })}
          >
            {t('user.adjust')}
          </Button>
        )}
      </div>
      <dl className="users-figures">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
