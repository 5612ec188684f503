import type { UpstreamReview } from '@waystation/contract/channels/upstream-models'
import { useState } from 'react'
import { useText } from '~/i18n'
import { Button, ChannelsIcon, Check, EmptyState, ErrorState, ProgressBar, SideSheet, SkeletonLines, Toggle } from '~/ui/kit'
import { ChannelReview } from './ChannelReview.tsx'
import { chosenOf, keyOf, type Upstream, useUpstream } from './use-upstream.ts'
import './upstream.css'

/** Reviews how channels differ from the model lists of their providers. */
export function UpstreamSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={t('channel.upstream.title')}>
      <Reviews />
    </SideSheet>
  )
}

function Reviews() {
  const t = useText()
  const upstream = useUpstream()
  const [showsIgnored, setShowsIgnored] = useState(false)
  const { reviews, error, again, run } = upstream
  if (!reviews) return error ? <ErrorState error={error} onRetry={again} /> : <SkeletonLines count={8} />
  const shown = reviews.map((review) => ({
    ...review,
    differences: review.differences.filter(({ is_ignored }) => showsIgnored || !is_ignored),
  }))
  return (
    <div className="upstream">
      <p className="text2">{t('channel.upstream.text')}</p>
      <div className="upstream-tools">
        <Button onClick={() => run.start()} disabledReason={run.run ? t('channel.upstream.reading') : undefined}>
          {t('channel.upstream.readNow')}
        </Button>
        <Toggle label={t('channel.upstream.showIgnored')} isOn={showsIgnored} onChange={setShowsIgnored} />
      </div>
      {run.run && <ProgressBar label={t('channel.upstream.readNow')} done={run.run.done} total={run.run.total} onStop={run.stop} />}
      {shown.length === 0 && (
        <EmptyState icon={<ChannelsIcon />} title={t('channel.upstream.emptyTitle')} text={t('channel.upstream.emptyText')} />
      )}
      <BulkBar upstream={upstream} shown={shown} />
      {shown.map((review) => (
        <ChannelReview key={review.channel_id} review={review} upstream={upstream} />
      ))}
    </div>
  )
}

/** Selects all that is shown, and does the same to what is selected. */
function BulkBar({ upstream, shown }: { readonly upstream: Upstream; readonly shown: readonly UpstreamReview[] }) {
  const t = useText()
  const { selected, select, apply, ignore } = upstream
  const keys = shown.flatMap(({ channel_id, differences }) => differences.map(({ id }) => keyOf(channel_id, id)))
  if (keys.length === 0) return null
  const chosen = chosenOf(shown, selected)
  const count = chosen.reduce((sum, { differences }) => sum + differences.length, 0)
  const none = count === 0 ? t('channel.upstream.noneSelected') : undefined
  return (
    <div className="upstream-tools">
      <Check isOn={count === keys.length} isPartly={count > 0} onChange={(isOn) => select(keys, isOn)}>
        {t('channel.upstream.selectAll', { count: keys.length })}
      </Check>
      <Button kind="primary" size="small" onClick={() => apply(chosen)} disabledReason={none}>
        {t('channel.upstream.applySelected', { count })}
      </Button>
      <Button size="small" onClick={() => ignore(chosen, true)} disabledReason={none}>
        {t('channel.upstream.ignoreSelected', { count })}
      </Button>
    </div>
  )
}
