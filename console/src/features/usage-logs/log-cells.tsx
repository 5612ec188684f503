import type { LogEntry } from '@waystation/contract/calls/log'
import type { Tone } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { firstMs, otherOf, totalMs } from '~/shared/log-row'
import {
  type Card,
  DurationText,
  firstTokenTone,
  isWithinOneDay,
  NumberText,
  QuotaText,
  StatusTag,
  StreamIcon,
  shortNumber,
  Tag,
  TimeText,
  totalTimeTone,
  useUrlState,
} from '~/ui/kit'
import { hasLeft, isCall, isError, isFailedTest, isRefused, isTest } from './log-other.ts'
import { FilterButton } from './row-links.tsx'
import { UserButton } from './UserCard.tsx'
import './log.css'

/** The clock alone while the range is one day. */
export function LogTime({ unix }: { readonly unix: number }) {
  const { start_timestamp: from = 'today', end_timestamp: to } = useUrlState().params
  return <TimeText unix={unix} style={isWithinOneDay(from, to) ? 'clock' : 'short'} />
}

export function ChannelCell({ row }: { readonly row: LogEntry }) {
  if (row.channel === 0) return null
  return (
    <span className="log-channel">
      <FilterButton filter="channel" value={String(row.channel)} name={`#${row.channel} ${row.channel_name}`}>
        <span className="text3">#{row.channel}</span> <span className="log-name">{row.channel_name}</span>
      </FilterButton>
    </span>
  )
}

export function UserTokenCell({ row }: { readonly row: LogEntry }) {
  return (
    <span className="log-channel">
      <FilterButton filter="username" value={row.username} className="log-name" />
      {row.token_name !== '' && <span className="text3"> / </span>}
      <FilterButton filter="token_name" value={row.token_name} className="text3" />
    </span>
  )
}

export const TokenCell = ({ row }: { readonly row: LogEntry }) => <FilterButton filter="token_name" value={row.token_name} />

export function GroupCell({ row }: { readonly row: LogEntry }) {
  if (row.group === '') return null
  return (
    <FilterButton filter="group" value={row.group}>
      <Tag>{row.group}</Tag>
    </FilterButton>
  )
}

export function ModelCell({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  return (
    <span className="log-model">
      <FilterButton filter="model_name" value={row.model_name} className="mono ellipsis" />
      {is_model_mapped && (
        <span className="text3" title={t('log.mapped', { model: upstream ?? '' })}>
          →
        </span>
      )}
      {row.is_stream && <StreamIcon aria-label={t('log.stream')} />}
    </span>
  )
}

/** The kind of a row. A client disconnect is no error, and a test is no usage. */
export function TypeCell({ row }: { readonly row: LogEntry }) {
  const t = useText()
  if (isTest(row))
    return (
      <Tag tone={isFailedTest(row) ? 'red' : 'blue'} title={t('log.testText')}>
        {t('log.test')}
      </Tag>
    )
  return isError(row) && hasLeft(row) ? <Tag>{t('log.left')}</Tag> : <StatusTag of="log" value={row.type} />
}

/** The text of a row that is no call or a failed one. */
export function Sentence({ row }: { readonly row: LogEntry }) {
  return <span className={`clamped log-sentence ${isError(row) ? '' : 'plain'} ${hasLeft(row) ? 'text3' : ''}`}>{errorWords(row)}</span>
}

/** The status, then the message; admins also see the vendor's message. */
export function errorWords(row: LogEntry): string {
  const { status_code: status, admin_info: admin } = otherOf(row)
  const detail = (admin?.error_detail ?? '').replace(`${status} `, '')
  const words = detail !== '' && !row.content.includes(detail) ? `${row.content} · ${detail}` : row.content
  return isError(row) && status !== undefined && !hasLeft(row) ? `${status} ${words}` : words
}

/** Of both times, so that they can be compared and none looks longer than what it is a part of. */
const TIME_DIGITS = 2
export function FirstCell({ row }: { readonly row: LogEntry }) {
  const ms = firstMs(row)
  return ms === undefined ? null : <DurationText ms={ms} digits={TIME_DIGITS} tone={ifBad(firstTokenTone(ms))} />
}

export function TotalCell({ row }: { readonly row: LogEntry }) {
  // A call that was refused before any attempt has no duration.
  if (isRefused(row)) return <span className="text3">–</span>
  const ms = totalMs(row)
  return <DurationText ms={ms} digits={TIME_DIGITS} tone={ifBad(totalTimeTone(ms))} />
}

/** The usual values stay in the colour of the text around them. */
const ifBad = (tone: Tone): Tone | undefined => (tone === 'neutral' ? undefined : tone)

export function DetailCell({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const other = otherOf(row)
  const tries = other.admin_info?.attempts?.length ?? 0
  const parts = [
    isFailedTest(row) && other.admin_info?.error_detail,
    other.cache_tokens && t('log.cached', { count: shortNumber(other.cache_tokens) }),
    tries > 1 && t('log.attempt', { count: tries }),
    other.is_model_mapped && t('log.mapped', { model: other.upstream_model_name ?? '' }),
    other.end_reason !== undefined && other.end_reason !== 'done' && t(`log.end.${other.end_reason}`),
  ].filter((part) => typeof part === 'string')
  return <span className="clamped log-details">{parts.join(' · ')}</span>
}

/** A row of everybody's log as a card. */
export function allLogCard(row: LogEntry): Card {
  return { ...cardHead(row), meta: <CardMeta row={row} hasUser />, metaAside: <CardFigures row={row} /> }
}

/** A row of one's own log as a card. */
export function ownLogCard(row: LogEntry): Card {
  return { ...cardHead(row), meta: <CardMeta row={row} />, metaAside: <CardFigures row={row} /> }
}

function cardHead(row: LogEntry): Card {
  const isQuiet = isCall(row) && !isError(row)
  const isQuietTest = isTest(row) && !isFailedTest(row)
  return {
    title: (
      <span className="log-model">
        {isCall(row) && <span className="mono ellipsis">{row.model_name}</span>}
        {(!isQuiet || isTest(row)) && <TypeCell row={row} />}
      </span>
    ),
    aside: isQuiet && (
      <strong>
        <QuotaText value={row.quota} precision="exact" zeroIsNone />
      </strong>
    ),
    trouble:
      isQuiet && (isQuietTest || !isTest(row)) ? undefined : (
        <span className={hasLeft(row) ? 'text3' : isError(row) ? '' : 'text2'}>{errorWords(row)}</span>
      ),
  }
}

function CardMeta({ row, hasUser }: { readonly row: LogEntry; readonly hasUser?: boolean }) {
  return (
    <>
      <LogTime unix={row.created_at} />
      {hasUser && row.user_id > 0 && (
        <>
          {' · '}
          <UserButton userId={row.user_id} username={row.username} />
        </>
      )}
      {row.token_name !== '' && ` ${hasUser ? '/' : '·'} ${row.token_name}`}
    </>
  )
}

function CardFigures({ row }: { readonly row: LogEntry }) {
  if (!isCall(row) || isError(row)) return null
  return (
    <>
      <NumberText value={row.prompt_tokens} /> → <NumberText value={row.completion_tokens} /> · <TotalCell row={row} />
    </>
  )
}
