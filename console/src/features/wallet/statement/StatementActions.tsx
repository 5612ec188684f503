import { exportStatement, exportUserStatement } from '@waystation/contract/api/money/statement'
import type { StatementFile } from '@waystation/contract/money/statement'
import { callFile } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import {
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  DownloadIcon,
  IconButton,
  MenuButton,
  PrintIcon,
  saveFile,
  toast,
  useUrlState,
} from '~/ui/kit'
import { monthAfter, type StatementData } from './statement-data.ts'
import { monthText } from './statement-texts.ts'

interface StatementActionsProps {
  readonly statement: StatementData
  readonly userId: number | undefined
}

/** Another month, the page on paper, and the file. */
export function StatementActions({ statement, userId }: StatementActionsProps) {
  const t = useText()
  const save = useStatementFile(statement.month, userId)
  return (
    <div className="statement-actions">
      <MonthStepper statement={statement} />
      <Button icon={<PrintIcon />} onClick={() => window.print()}>
        {t('statement.print')}
      </Button>
      <MenuButton
        label={t('statement.csv')}
        icon={<DownloadIcon />}
        items={[
          { key: 'entries', label: t('statement.csvEntries'), run: () => void save('entries') },
          { key: 'days', label: t('statement.csvDays'), run: () => void save('days') },
        ]}
      />
    </div>
  )
}

/** Saves the month as a file. */
export function useStatementFile(month: string, userId: number | undefined): (form: StatementFile) => Promise<void> {
  const t = useText()
  return async (form) => {
    try {
      const query = { month, form }
      const file =
        userId === undefined
          ? await callFile(exportStatement, { query })
          : await callFile(exportUserStatement, { params: { id: String(userId) }, query })
      saveFile(file)
      toast.done(t('statement.saved'))
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
}

function MonthStepper({ statement: { month, months, is_open } }: { readonly statement: StatementData }) {
  const t = useText()
  const language = useLanguage()
  const { change } = useUrlState()
  const go = (to: string) => change({ month: to })
  const oldest = months.at(-1) ?? month
  const choices = months.includes(month) ? months : [...months, month].toSorted().toReversed()
  return (
    <fieldset className="statement-months" aria-label={t('statement.month')}>
      <IconButton
        label={t('statement.earlier')}
        icon={<ChevronLeftIcon />}
        disabledReason={month <= oldest ? t('statement.noEarlier') : undefined}
        onClick={() => go(monthAfter(month, -1))}
      />
      <MenuButton
        kind="text"
        label={monthText(month, language)}
        items={choices.map((key) => ({ key, label: monthText(key, language), isChosen: key === month, run: () => go(key) }))}
      />
      <IconButton
        label={t('statement.later')}
        icon={<ChevronRightIcon />}
        disabledReason={is_open ? t('statement.noLater') : undefined}
        onClick={() => go(monthAfter(month, 1))}
      />
    </fieldset>
  )
}
