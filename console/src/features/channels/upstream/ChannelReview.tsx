import type { UpstreamDifference, UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { Banner, Button, Check, Panel, Tag, TimeText, Toggle } from '~/ui/kit'
import { failureText } from '../channel-words.ts'
import { keyOf, type Upstream } from './use-upstream.ts'

/** Differences of a channel that are shown at first. */
const SHOWN = 20

const tones = { added: 'green', gone: 'red', renamed: 'blue', retired: 'amber' } as const

/** One channel beside the list of its provider. */
export function ChannelReview({ review, upstream }: { readonly review: UpstreamReview; readonly upstream: Upstream }) {
  const t = useText()
  const language = useLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const { channel_id: id, channel_name: name, differences, failure, failed_at, looked_at, listed, is_doubtful: isDoubtful, always } = review
  const shown = showsAll ? differences : differences.slice(0, SHOWN)
  return (
    <Panel
      title={`${name} #${id}`}
      aside={
        looked_at > 0 && (
          <span>
            {t('channel.upstream.listed', { count: listed })} · <TimeText unix={looked_at} />
          </span>
        )
      }
    >
      <div className="upstream-review">
        {failure && (
          <Banner tone="red">
            {failureText(failure, language)} <TimeText unix={failed_at} />
          </Banner>
        )}
        {isDoubtful && <Banner tone="amber">{t('channel.upstream.doubtful')}</Banner>}
        {looked_at > 0 && differences.length === 0 && <p className="text3">{t('channel.upstream.same')}</p>}
        <ul className="upstream-list">
          {shown.map((difference) => (
            <DifferenceRow key={difference.id} channelId={id} difference={difference} upstream={upstream} />
          ))}
        </ul>
        {differences.length > shown.length && (
          <Button size="small" kind="text" onClick={() => setShowsAll(true)}>
            {t('channel.upstream.showAll', { count: differences.length })}
          </Button>
        )}
        <div className="upstream-tools">
          <span className="text2">{t('channel.upstream.always')}</span>
          {(['added', 'gone'] as const).map((kind) => (
            <Toggle
              key={kind}
              label={t(`channel.upstream.kinds.${kind}`)}
              isOn={always[kind]}
              onChange={(isOn) => void upstream.setAlways(id, { ...always, [kind]: isOn }).catch(() => undefined)}
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}

interface DifferenceRowProps {
  readonly channelId: number
  readonly difference: UpstreamDifference
  readonly upstream: Upstream
}

function DifferenceRow({ channelId, difference, upstream }: DifferenceRowProps) {
  const t = useText()
  const { id, kind, model, to, ends_on: on, successor, is_ignored: isIgnored } = difference
  const key = keyOf(channelId, id)
  const only = [{ channel_id: channelId, differences: [id] }]
  const named = kind === 'renamed' ? `${model} → ${to}` : model
  return (
    <li className={isIgnored ? 'dim' : ''}>
      <Check label={named} isOn={upstream.selected.has(key)} onChange={(isOn) => upstream.select([key], isOn)} />
      <Tag tone={tones[kind]}>{t(`channel.upstream.kinds.${kind}`)}</Tag>
      <span className="grow upstream-model">
        <code>{named}</code>
        {on !== '' && (
          <span className="text3">
            {t(successor === '' ? 'channel.upstream.endsOn' : 'channel.upstream.endsOnSuccessor', { on, successor })}
          </span>
        )}
      </span>
      <span className="upstream-actions">
        <Button size="small" onClick={() => upstream.apply(only)}>
          {t('channel.upstream.apply')}
        </Button>
        <Button size="small" kind="text" onClick={() => upstream.ignore(only, !isIgnored)}>
          {t(isIgnored ? 'channel.upstream.unignore' : 'channel.upstream.ignore')}
        </Button>
      </span>
    </li>
  )
}
