import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useUrlState } from '~/ui/kit'

/** The filters of the page that a value in a row can set. */
export type RowFilter = 'model_name' | 'token_name' | 'username' | 'channel' | 'group'

interface FilterButtonProps {
  readonly filter: RowFilter
  readonly value: string
  /** What the value is called; default the value itself. */
  readonly name?: string
  /** What stands in the row; default the name. */
  readonly children?: ReactNode
  readonly className?: string
}

/** A name in a row: a click leaves the rows of that name alone. Where they are alone already it is plain text. */
export function FilterButton({ filter, value, name = value, children = name, className = '' }: FilterButtonProps) {
  const t = useText()
  const { params, change } = useUrlState()
  // In quotes it is the whole name of a model; without, a part of one.
  const wanted = filter === 'model_name' ? `"${value}"` : value
  if (value === '') return null
  if (params[filter] === wanted) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={`cell-link ${className}`}
      title={t('log.filterBy', { name })}
      onClick={() => change({ [filter]: wanted, page: undefined })}
    >
      {children}
    </button>
  )
}

/** A link from a row to the drawer of its channel. A deleted channel has neither a name nor a drawer. */
export function ChannelLink({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useText()
  if (name === '') return <span className="text3">{t('log.channelGone')}</span>
  return (
    <Link className="log-link" to={paths.channels()} search={{ edit: String(id) }} title={t('log.openChannel', { name })}>
      {name}
    </Link>
  )
}
