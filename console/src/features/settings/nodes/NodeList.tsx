import { listNodes } from '@waystation/contract/api/node'
import type { ServerNode } from '@waystation/contract/site/node'
import type { Tone } from '@waystation/contract/site/status-table'
import { Fragment, type ReactNode, useState } from 'react'
import { useData } from '~/api/use-data'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { Banner, EmptyState, NumberText, Pending, ServerIcon, Tag, TimeText, Toggle, timeText, useIsPhone, WarningIcon } from '~/ui/kit'
import { ageOf, isAtWork, memoryText, newestSign, oddVersions } from './node-figures.ts'
import './nodes.css'

/** Nodes report as often. */
const EVERY_MS = 5000

interface NodeRow extends ServerNode {
  /** Does no majority run its version? */
  readonly isOdd: boolean
  /** Seconds since its last sign. */
  readonly age: number
}

interface NodeColumn {
  readonly key: 'version' | 'calls' | 'drains' | 'memory' | 'delay' | 'started' | 'seen'
  readonly help?: TextKey
  readonly isFigure?: boolean
  readonly Cell: (props: { readonly node: NodeRow }) => ReactNode
}

const columns: readonly NodeColumn[] = [
  { key: 'version', Cell: Version },
  {
    key: 'calls',
    help: 'settings.nodes.callsHelp',
    isFigure: true,
    Cell: ({ node }) => figure(node, <NumberText value={node.live_calls} />),
  },
  {
    key: 'drains',
    help: 'settings.nodes.drainsHelp',
    isFigure: true,
    Cell: ({ node }) => figure(node, <NumberText value={node.drains} />),
  },
  { key: 'memory', isFigure: true, Cell: ({ node }) => figure(node, memoryText(node.memory_bytes)) },
  { key: 'delay', help: 'settings.nodes.delayHelp', isFigure: true, Cell: ({ node }) => figure(node, `${node.delay_ms} ms`) },
  { key: 'started', Cell: ({ node }) => <TimeText unix={node.started_at} /> },
  { key: 'seen', Cell: LastSeen },
]

/** Nothing is under way at a node that has ended, and one that has not told anything yet has no figures. */
const figure = ({ state, version }: ServerNode, value: ReactNode): ReactNode =>
  state === 'ended' || version === '' ? <span className="text3">–</span> : <span className="number">{value}</span>

interface NodeListProps {
  /** Is it in sight? It is not refreshed otherwise. */
  readonly isOpen: boolean
}

/** The processes that work on this installation, and on demand those that did within the last week. */
export function NodeList({ isOpen }: NodeListProps) {
  const t = useText()
  const [showsGone, setShowsGone] = useState(false)
  const { data, error, refresh } = useData(listNodes, {}, { everyMs: EVERY_MS, when: isOpen })
  const goneCount = data?.filter((node) => !isAtWork(node)).length ?? 0
  return (
    <div className="nodes">
      <header>
        <div className="grow">
          <h3 id="nodes-title">{t('settings.nodes.title')}</h3>
          <p className="field-hint">{t('settings.nodes.help')}</p>
        </div>
        {goneCount > 0 && <Toggle label={t('settings.nodes.gone', { amount: goneCount })} isOn={showsGone} onChange={setShowsGone} />}
      </header>
      {data ? (
        <>
          {error && <Stale nodes={data} />}
          <Nodes nodes={data} showsGone={showsGone} />
        </>
      ) : (
        <Pending error={error} onRetry={refresh} />
      )}
    </div>
  )
}

/** Looking again failed, and does so until it says otherwise. */
function Stale({ nodes }: { readonly nodes: readonly ServerNode[] }) {
  const t = useText()
  const language = useLanguage()
  return <Banner tone="amber">{t('table.stale', { time: timeText(newestSign(nodes), 'clock', language) })}</Banner>
}

function Nodes({ nodes, showsGone }: { readonly nodes: readonly ServerNode[]; readonly showsGone: boolean }) {
  const t = useText()
  const isPhone = useIsPhone()
  const [odd, now] = [oddVersions(nodes), newestSign(nodes)]
  const [atWork, gone] = [nodes.filter(isAtWork), nodes.filter((node) => !isAtWork(node))]
  const rows = [...atWork, ...(showsGone ? gone : [])].map(
    (node): NodeRow => ({ ...node, isOdd: isAtWork(node) && odd.has(node.version), age: now - node.seen_at }),
  )
  if (rows.length === 0) return <EmptyState icon={<ServerIcon />} title={t('settings.nodes.none')} />
  return isPhone ? <NodeCards rows={rows} /> : <NodeTable rows={rows} />
}

interface RowsProps {
  readonly rows: readonly NodeRow[]
}

function NodeTable({ rows }: RowsProps) {
  const t = useText()
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="nodes-table" tabIndex={0} aria-labelledby="nodes-title">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('settings.nodes.name')}</th>
            <th scope="col">{t('settings.nodes.state')}</th>
            {columns.map(({ key, help, isFigure }) => (
              <th key={key} scope="col" className={isFigure ? 'right' : ''} title={help && t(help)}>
                {t(`settings.nodes.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <Fragment key={node.id}>
              <tr className={isAtWork(node) ? '' : 'dim'}>
                <td>
                  <Name node={node} />
                </td>
                <td>
                  <State node={node} />
                </td>
                {columns.map(({ key, isFigure, Cell }) => (
                  <td key={key} className={isFigure ? 'right' : ''}>
                    <Cell node={node} />
                  </td>
                ))}
              </tr>
              {isDeaf(node) && (
                <tr className="nodes-note">
                  <td colSpan={columns.length + 2}>
                    <Deaf />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same as cards, on a phone. */
function NodeCards({ rows }: RowsProps) {
  const t = useText()
  return (
    <ul className="nodes-cards" aria-labelledby="nodes-title">
      {rows.map((node) => (
        <li key={node.id} className={isAtWork(node) ? '' : 'dim'}>
          <div className="nodes-head">
            <Name node={node} />
            <State node={node} />
          </div>
          <dl>
            {columns.map(({ key, Cell }) => (
              <div key={key}>
                <dt>{t(`settings.nodes.${key}`)}</dt>
                <dd>
                  <Cell node={node} />
                </dd>
              </div>
            ))}
          </dl>
          {isDeaf(node) && <Deaf />}
        </li>
      ))}
    </ul>
  )
}

interface CellProps {
  readonly node: NodeRow
}

function Name({ node: { name, is_this } }: CellProps) {
  const t = useText()
  return (
    <span className="nodes-name">
      <strong className="ellipsis" title={name}>
        {name}
      </strong>
      {is_this && <Tag tone="neutral">{t('settings.nodes.isThis')}</Tag>}
    </span>
  )
}

const tones: Readonly<Record<ServerNode['state'], Tone>> = { running: 'green', ending: 'orange', ended: 'neutral', lost: 'red' }
const helps: Readonly<Partial<Record<ServerNode['state'], TextKey>>> = {
  ending: 'settings.nodes.endingHelp',
  lost: 'settings.nodes.lostHelp',
}

function State({ node: { state } }: CellProps) {
  const t = useText()
  const help = helps[state]
  return (
    <Tag tone={tones[state]} hasDot title={help && t(help)}>
      {t(`settings.nodes.states.${state}`)}
    </Tag>
  )
}

function Version({ node: { version, isOdd } }: CellProps) {
  const t = useText()
  if (version === '') return <span className="text3">–</span>
  if (!isOdd) return <span className="number">{version}</span>
  return (
    <Tag tone="blue" title={t('settings.nodes.otherVersion')}>
      {version}
    </Tag>
  )
}

/** How long ago; the moment is in the tooltip. */
function LastSeen({ node: { seen_at, age } }: CellProps) {
  const t = useText()
  const language = useLanguage()
  const ago = ageOf(age)
  return (
    <time className="number" dateTime={new Date(seen_at * 1000).toISOString()} title={timeText(seen_at, 'full', language)}>
      {ago.unit === 'now' ? t('settings.nodes.ago.now') : t(`settings.nodes.ago.${ago.unit}`, { count: ago.count })}
    </time>
  )
}

/** What one that is gone last said of this is of no use any more. */
const isDeaf = (node: ServerNode): boolean => isAtWork(node) && !node.is_connected

function Deaf() {
  const t = useText()
  return (
    <p className="nodes-deaf">
      <WarningIcon />
      {t('settings.nodes.deaf')}
    </p>
  )
}
