import { Link } from '@tanstack/react-router'
import type { LogEntry } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { otherOf } from '~/shared/log-row'

interface NoRouteProps {
  readonly row: LogEntry
  /** Are there channels that have the model, or nearly have it? They stand below. */
  readonly hasCandidates: boolean
}

/** For admins: which group wanted which model, whether any channel has it, and a link to those that do. */
export function NoRoute({ row, hasCandidates }: NoRouteProps) {
  const t = useText()
  const isUnknown = otherOf(row).error_code === 'model_not_found'
  const facts = { model: row.model_name, group: row.group }
  return (
    <div className="no-route">
      <p className="tone-orange">{t(isUnknown ? 'log.noRouteUnknown' : 'log.noRoute', facts)}</p>
      <p>
        {isUnknown ? t(hasCandidates ? 'log.noRouteNear' : 'log.noRouteUnknownText') : !hasCandidates && t('log.noRouteNone', facts)}{' '}
        <Link className="log-link" to={paths.channels()} search={{ model: row.model_name }}>
          {t('log.noRouteChannels')}
        </Link>
      </p>
    </div>
  )
}
