import { Link } from '@tanstack/react-router'
import type { Attention } from '@waystation/contract/channels/state/attention'
import { useLanguage, useText } from '~/i18n'
import { ChevronRightIcon, ErrorState, OkIcon, Panel, SkeletonLines } from '~/ui/kit'
import { attentionLines } from './attention-lines.ts'

interface AttentionPanelProps {
  readonly told: Attention | undefined
  readonly error: Error | null
  readonly onRetry: () => unknown
}

/** What will break next: keys, balances, tests, prices, and models that end. */
export function AttentionPanel({ told, error, onRetry }: AttentionPanelProps) {
  const t = useText()
  return (
    <Panel title={t('dashboard.attention.title')} isFlush={told !== undefined}>
      {told ? <Lines told={told} /> : error ? <ErrorState error={error} onRetry={onRetry} /> : <SkeletonLines count={4} />}
    </Panel>
  )
}

function Lines({ told }: { readonly told: Attention }) {
  const t = useText()
  const lines = attentionLines(told, t, useLanguage())
  if (lines.length === 0) {
    return (
      <p className="attention-none">
        <span className="tone-green">
          <OkIcon />
        </span>
        {t('dashboard.attention.none')}
      </p>
    )
  }
  return (
    <ul className="attention">
      {lines.map(({ key, tone, name, text, target }) => (
        <li key={key}>
          <Link to={target.to} search={target.search}>
            <i className={`attention-dot ${tone}`} aria-hidden />
            <span className="grow">
              {name !== '' && <strong>{name} </strong>}
              <span className="text2">{text}</span>
            </span>
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ul>
  )
}
