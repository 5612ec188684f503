import { Link } from '@tanstack/react-router'
import type { UsageOverview } from '@waystation/contract/calls/data'
import { type ReactNode, useState } from 'react'
import { type Text, useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, OTHER_COLOR, Panel, percentText, RankList, Segmented, useUrlChoice } from '~/ui/kit'
import { LogsLink } from '../LogsLink.tsx'
import { clockText, dayText } from '../time-labels.ts'
import type { View } from '../use-view.ts'
import { sumOf, tokensOf, useMetricFormat } from './figures.ts'

/** What is ranked. A plain user has models and tokens, and labels where tokens have any. */
const rankings = ['models', 'tokens', 'labels', 'users', 'channels'] as const
type RankingName = (typeof rankings)[number]

interface Ranked {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  readonly color?: number
}

interface RankingProps {
  readonly view: View
  readonly overview: UsageOverview | undefined
}

/** Rows before "show all". */
const FIRST_ROWS = 8

/** Who and what used most: models, tokens, labels of tokens, users or channels, by the metric of the chart beside it. */
export function Ranking({ view, overview }: RankingProps) {
  const t = useText()
  const [wanted, choose] = useUrlChoice('rank', rankings)
  const [isWhole, setIsWhole] = useState(false)
  const offered = rankings.filter((name) => isOffered(name, view, overview))
  const shown = offered.includes(wanted) ? wanted : 'models'
  const format = useMetricFormat(view.metric)
  const rows = overview && rowsOf[shown](view, overview, t)
  const whole = sumOf((overview?.models ?? []).map((model) => sumOf(model[view.metric])))
  const column = format.column(Math.max(0, ...(rows ?? []).map(({ value }) => value)))
  const title = t('dashboard.ranking', { metric: t(`dashboard.${view.metric}`) })
  return (
    <Panel title={title}>
      <div className="ranking">
        <Segmented
          label={t('dashboard.rankBy')}
          size="small"
          value={shown}
          onChange={choose}
          choices={offered.map((value) => ({ value, label: t(`dashboard.rank.${value}`) }))}
        />
        <RankList
          label={t(`dashboard.top.${shown}`)}
          rows={(isWhole ? (rows ?? []) : (rows ?? []).slice(0, FIRST_ROWS)).map((row) => ({
            ...row,
            text: <span title={format.exact(row.value)}>{column(row.value)}</span>,
            ...(whole > 0 ? { note: percentText(row.value / whole) } : {}),
          }))}
          isMono={shown === 'models'}
          emptyText={t('dashboard.noCalls')}
          loadingRows={rows ? undefined : FIRST_ROWS}
        />
        {(shown === 'tokens' || shown === 'labels') && <TokensSince view={view} overview={overview} />}
        {rows && rows.length > FIRST_ROWS && (
          <Button kind="text" size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('dashboard.showFewer') : t('dashboard.showAll', { count: rows.length })}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** One user has no ranking of users, and nobody but admins knows channels. */
function isOffered(name: RankingName, { isAdmin, username }: View, overview: UsageOverview | undefined): boolean {
  if (name === 'labels') return (overview?.labels ?? []).length > 0
  return name === 'models' || name === 'tokens' || (isAdmin && username === undefined)
}

/** Tokens are counted since an upgrade: of a span that begins before, some is missing. */
function TokensSince({ view: { zone }, overview }: RankingProps) {
  const t = useText()
  const language = useLanguage()
  const since = overview?.ranked_since ?? null
  if (since === null) return null
  const rules = { language, zone }
  return <p className="dashboard-note">{t('dashboard.tokensSince', { time: `${dayText(since, rules)} ${clockText(since, rules)}` })}</p>
}

const rowsOf: Readonly<Record<RankingName, (view: View, overview: UsageOverview, t: Text) => readonly Ranked[]>> = {
  models: (view, { ranking, models }) =>
    ranking.map((row) => {
      const place = models.findIndex(({ model }) => model === row.model)
      return {
        key: row.model,
        name: <LogsLink view={view} query={{ model: row.model }} name={row.model} />,
        value: view.metric === 'tokens' ? tokensOf(row) : row[view.metric],
        // As in the chart beside it.
        color: place < 0 ? OTHER_COLOR : place,
      }
    }),
  tokens: (view, { tokens }, t) =>
    tokens.map(({ token_id: id, name, user_id, username, ...sums }) => ({
      key: `${id} ${user_id}`,
      name: tokenName(view, { id, name, username }, t),
      value: sums[view.metric],
    })),
  labels: (view, { labels = [] }, t) =>
    labels.map(({ label, ...sums }) => ({ key: label, name: labelName(view, label, t), value: sums[view.metric] })),
  users: (view, { users = [] }, t) =>
    users.map(({ user_id: id, username, ...sums }) => ({
      key: String(id),
      name: username === '' ? t('dashboard.deletedUser', { id }) : <LogsLink view={view} query={{ username }} name={username} />,
      value: sums[view.metric],
    })),
  channels: (view, { channels = [] }, t) =>
    channels.map(({ channel_id: id, name, ...sums }) => ({
      key: String(id),
      name: (
        <LogsLink
          view={view}
          query={{ channelId: id }}
          name={name || t('dashboard.deletedChannel', { id })}
          before={<span className="text3">#{id} </span>}
        />
      ),
      value: sums[view.metric],
    })),
}

/** Leads to the tokens that have it, where they are one's own. */
function labelName({ isAdmin }: View, label: string, t: Text): ReactNode {
  if (label === '') return t('dashboard.withoutLabel')
  if (isAdmin) return label
  return (
    <Link to={paths.tokens()} search={{ label }}>
      {label}
    </Link>
  )
}

/** With its owner where the tokens are everybody's. */
function tokenName(view: View, token: { readonly id: number; readonly name: string; readonly username: string }, t: Text): ReactNode {
  const { id, name, username } = token
  const isEverybodys = view.isAdmin && view.username === undefined
  const owner = isEverybodys && username !== '' ? <span className="text3"> · {username}</span> : null
  // Calls from the console have no token, and the log no name for one that is gone.
  if (id === 0 || name === '') {
    return (
      <>
        {id === 0 ? t('dashboard.withoutToken') : t('dashboard.deletedToken', { id })}
        {owner}
      </>
    )
  }
  return (
    <>
      <LogsLink view={view} query={{ tokenName: name, ...(isEverybodys && username !== '' ? { username } : {}) }} name={name} />
      {owner}
    </>
  )
}
