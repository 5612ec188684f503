import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { type LogsQuery, logSearch } from './log-search.ts'
import type { View } from './use-view.ts'

interface LogsLinkProps {
  readonly view: View
  readonly query: Omit<LogsQuery, 'span'>
  readonly name: string
  readonly title?: string | undefined
  readonly before?: ReactNode
}

/** A link to the calls behind a figure. */
export function LogsLink({ view: { span, username }, query, name, title = name, before }: LogsLinkProps) {
  return (
    <Link to={paths.logs()} search={logSearch({ span, username, ...query })} title={title}>
      {before}
      {name}
    </Link>
  )
}
