import { Link } from '@tanstack/react-router'
import { explainRoute } from '@waystation/contract/api/channels/routing'
import type { RouteCandidate, RouteExplanation, RouteFold, RouteTier } from '@waystation/contract/calls/route'
import type { CallPayload } from '@waystation/contract/channels/endpoint'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { paths } from '~/paths'
import { Banner, Button, ErrorState, RefreshIcon, ShareBar, SkeletonLines, Tag } from '~/ui/kit'
import './route.css'

/** A question about a route: the model, and who would call it. */
export type AskedRoute = NonNullable<CallPayload<typeof explainRoute>['body']>

interface RouteAnswerProps {
  readonly question: AskedRoute
  /** A link to a channel was followed. */
  readonly onLeave: () => void
}

/** Where a call would go now, tier after tier, and why not elsewhere. */
export function RouteAnswer({ question, onLeave }: RouteAnswerProps) {
  const t = useText()
  const { data, error, refresh } = useData(explainRoute, { body: question }, { keepsPrevious: true })
  if (error) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={6} />
  const first = data.tiers.findIndex(({ usable }) => usable > 0)
  return (
    <div className="stack route-answer">
      <Verdict answer={data} />
      {data.tiers.map((tier, index) => (
        <Tier
          key={tier.priority}
          tier={tier}
          place={first < 0 || index < first ? undefined : index === first ? 'first' : 'later'}
          onLeave={onLeave}
        />
      ))}
      {data.tiers_left_out > 0 && <p className="text3">{t('route.moreTiers', { count: data.tiers_left_out })}</p>}
      <Folds folds={data.out} onLeave={onLeave} />
      <p className="text3 route-about">
        {data.endpoint} · {t('route.about')}
      </p>
      <Button icon={<RefreshIcon />} onClick={refresh} isBlock>
        {t('route.refresh')}
      </Button>
    </div>
  )
}

/** The answer in a sentence. */
function Verdict({ answer }: { readonly answer: RouteExplanation }) {
  const t = useText()
  const { refusal, trial, home } = answer
  if (refusal)
    return (
      <Banner tone="red">
        {t('route.refused', { message: refusal.message })}{' '}
        {refusal.retry_after !== null && t('route.retryAfter', { seconds: refusal.retry_after })}
      </Banner>
    )
  if (trial) return <Banner tone="amber">{t('route.trial', { name: nameOf(trial, t) })}</Banner>
  if (home?.is_first) return <Banner tone="green">{t('route.home', { name: nameOf(home, t) })}</Banner>
  return (
    <>
      <Banner tone="green">{drawnWords(answer, t)}</Banner>
      {home && <p className="text3">{t('route.homeOut', { name: nameOf(home, t) })}</p>}
    </>
  )
}

function drawnWords({ tiers }: RouteExplanation, t: Text): string {
  const tier = tiers.find(({ usable }) => usable > 0)
  const only = tier?.usable === 1 ? tier.candidates.find(({ is_usable }) => is_usable) : undefined
  if (only) return t('route.one', { name: nameOf(only, t) })
  return t('route.several', { count: tier?.usable ?? 0, priority: tier?.priority ?? 0 })
}

type Named = Pick<RouteCandidate, 'channel_id' | 'channel_name'>

const nameOf = ({ channel_id: id, channel_name: name }: Named, t: Text): string => `#${id} ${name || t('route.gone')}`

/** A link to the drawer of a channel; a deleted one has none. */
function ChannelName({ channel, onLeave }: { readonly channel: Named; readonly onLeave: () => void }) {
  const t = useText()
  const { channel_id: id, channel_name: name } = channel
  if (name === '') return <span className="text3">{nameOf(channel, t)}</span>
  return (
    <Link
      className="route-channel"
      to={paths.channels()}
      search={{ edit: String(id) }}
      title={t('route.openChannel', { name })}
      onClick={onLeave}
    >
      <span className="text3">#{id}</span> {name}
    </Link>
  )
}

interface TierProps {
  readonly tier: RouteTier
  /** Undefined: no call gets there. */
  readonly place: 'first' | 'later' | undefined
  readonly onLeave: () => void
}

function Tier({ tier, place, onLeave }: TierProps) {
  const t = useText()
  const total = tier.usable + tier.unusable
  const unnamed = total - tier.candidates.length
  return (
    <section className="route-tier">
      <h3>
        {t('route.tier', { priority: tier.priority })}
        <span className="text3">{t('route.tierUsable', { usable: tier.usable, total })}</span>
        {place && tier.usable > 0 && (
          <Tag tone={place === 'first' ? 'green' : 'neutral'}>{t(place === 'first' ? 'route.tierFirst' : 'route.tierLater')}</Tag>
        )}
      </h3>
      <ul>
        {tier.candidates.map((one) => (
          <Candidate key={one.channel_id} candidate={one} onLeave={onLeave} />
        ))}
      </ul>
      {unnamed > 0 && <p className="text3">{t('route.moreChannels', { count: unnamed })}</p>}
    </section>
  )
}

function Candidate({ candidate, onLeave }: { readonly candidate: RouteCandidate; readonly onLeave: () => void }) {
  const t = useText()
  const { share, message } = candidate
  return (
    <li className={share === null ? 'route-out' : ''}>
      <div className="row">
        <span className="grow">
          <ChannelName channel={candidate} onLeave={onLeave} />
        </span>
        {share !== null && (
          <>
            <ShareBar share={share / 100} label={t('route.share', { share })} isCalm />
            <span className="number route-share">{share}%</span>
          </>
        )}
      </div>
      <p className="text3">{[...(message === null ? [] : [message]), ...factsOf(candidate, t)].join(' · ')}</p>
    </li>
  )
}

function factsOf(candidate: RouteCandidate, t: Text): readonly string[] {
  const { share, weight, under_way: count, first_ms: firstMs, upstream_model: model } = candidate
  return [
    ...(share === 0 ? [t('route.translated')] : []),
    t('route.weight', { weight }),
    ...(count > 0 ? [t('route.underWay', { count })] : []),
    ...(firstMs === null ? [] : [t('route.firstMs', { time: `${(firstMs / 1000).toFixed(1)} s` })]),
    t('route.upstreamModel', { model }),
  ]
}

/** What is out, a line for each reason. */
function Folds({ folds, onLeave }: { readonly folds: readonly RouteFold[]; readonly onLeave: () => void }) {
  const t = useText()
  if (folds.length === 0) return null
  return (
    <section className="route-tier">
      <h3>{t('route.out')}</h3>
      <ul>
        {folds.map(({ reason, message, count, channels }) => (
          <li key={reason}>
            <div className="row">
              <span className="grow">{message}</span>
              <span className="text3">{t('route.outCount', { count })}</span>
            </div>
            <p className="route-names">
              {channels.map((channel) => (
                <ChannelName key={channel.channel_id} channel={channel} onLeave={onLeave} />
              ))}
              {count > channels.length && <span className="text3">{t('route.moreChannels', { count: count - channels.length })}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
