import { Link } from '@tanstack/react-router'
import type { Attention } from '@waystation/contract/channels/state/attention'
import { channelStatus } from '@waystation/contract/site/status-table'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Panel, SkeletonLines, TimeText } from '~/ui/kit'
import { causeText } from '../attention/attention-lines.ts'

/** Channels that the panel has room for beside the chart. */
const MAX_ROWS = 3

/** Channels that were switched off by themselves, with the reason and a way to each. */
export function SwitchedOff({ disabled }: { readonly disabled: Attention['disabled'] | undefined }) {
  const t = useText()
  const language = useLanguage()
  const more = (disabled?.total ?? 0) - MAX_ROWS
  return (
    <Panel title={t('dashboard.health.switchedOff')} aside={disabled && disabled.total > 0 ? <strong>{disabled.total}</strong> : undefined}>
      <div className="health-list">
        {!disabled && <SkeletonLines count={MAX_ROWS} />}
        {disabled?.total === 0 && <p className="rank-empty">{t('dashboard.health.noneOff')}</p>}
        <ul className="switched-off">
          {disabled?.items.slice(0, MAX_ROWS).map(({ id, name, reason, failure, since }) => (
            <li key={id}>
              <div>
                <Link to={paths.channels()} search={{ edit: String(id) }} className="ellipsis" title={name}>
                  {name}
                </Link>
                {since > 0 && (
                  <span className="text3">
                    <TimeText unix={since} />
                  </span>
                )}
              </div>
              <p title={failure ? causeText(failure, language) : reason}>
                {(failure ? causeText(failure, language) : reason) || t('dashboard.health.noReason')}
              </p>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Link to={paths.channels()} search={{ status: String(channelStatus.autoDisabled) }} className="dashboard-note">
            {t('dashboard.health.moreOff', { count: more })}
          </Link>
        )}
      </div>
    </Panel>
  )
}
