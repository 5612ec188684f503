import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { NoMatchIcon } from '../icons.ts'
import { CreateButton } from './CreateButton.tsx'
import type { ListProps } from './list-props.ts'
import type { ListModel } from './use-list.ts'

/** What stands in place of the rows: an error, no match, nothing there yet. Undefined while there are rows, or may be. */
export function useInstead<Row>(props: ListProps<Row>, { data, rows, total, state, groupBy }: ListModel<Row>): ReactNode | undefined {
  const t = useText()
  if (data.error && !data.page) return <ErrorState error={data.error} onRetry={data.refresh} />
  // With a total there are rows on other pages, and the list is about to go there.
  if (!data.page || rows.length > 0 || total > 0) return undefined
  if (state.setCount > 0) {
    return (
      <EmptyState
        icon={<NoMatchIcon />}
        title={t('table.noMatchTitle')}
        text={t('table.noMatchText', { count: state.setCount })}
        action={<Button onClick={state.clearFilters}>{t('action.clearFilters')}</Button>}
      />
    )
  }
  const empty = (props.groupWhen && groupBy && props.emptyGrouped) || props.empty
  return (
    <EmptyState
      icon={empty?.icon}
      title={empty?.title ?? t('table.emptyTitle')}
      text={empty?.text ?? t('table.emptyText')}
      action={empty?.action ?? (props.onCreate && <CreateButton props={props} />)}
    />
  )
}
