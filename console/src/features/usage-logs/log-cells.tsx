import type { LogEntry } from '@waystation/contract/log'
import type { Tone } from '@waystation/contract/status-table'
import { useText } from '~/i18n'
import {
  type Card,
  DurationText,
  firstTokenTone,
  NumberText,
  QuotaText,
  StatusTag,
  StreamIcon,
  shortNumber,
  TimeText,
  totalTimeTone,
  useUrlState,
} from '~/ui/kit'
import { firstMs, isCall, isError, otherOf, totalMs } from './log-other.ts'
import './log.css'

/** A day and an hour: the default range. */
const ONE_DAY = 90_000

/** The clock alone while the range is one day. */
export function LogTime({ unix }: { readonly unix: number }) {
  const { start_timestamp: from, end_timestamp: to } = useUrlState().params
  const isToday = from === undefined || (from !== '' && Number(to) - Number(from) <= ONE_DAY)
  return <TimeText unix={unix} style={isToday ? 'clock' : 'short'} />
}

export function ChannelCell({ row }: { readonly row: LogEntry }) {
  if (row.channel === 0) return null
  return (
    <span className="log-channel">
      <span className="text3">#{row.channel}</span> <span className="log-name">{row.channel_name}</span>
    </span>
  )
}

export function UserTokenCell({ row }: { readonly row: LogEntry }) {
  return (
    <span className="log-channel">
      <span className="log-name">{row.username}</span>
      {row.token_name !== '' && <span className="text3"> / {row.token_name}</span>}
    </span>
  )
}

export function ModelCell({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const { is_model_mapped, upstream_model_name: upstream } = otherOf(row)
  return (
    <span className="log-model">
      <span className="mono">{row.model_name}</span>
      {is_model_mapped && (
        <span className="text3" title={t('log.mapped', { model: upstream ?? '' })}>
          →
        </span>
      )}
      {row.is_stream && <StreamIcon aria-label={t('log.stream')} />}
    </span>
  )
}

/** What a row that is no call, or that failed, has to say. */
export function Sentence({ row }: { readonly row: LogEntry }) {
  return <span className={`log-sentence ${isError(row) ? '' : 'plain'}`}>{errorWords(row)}</span>
}

/** The status in front, then the words; admins also see what the vendor said. */
function errorWords(row: LogEntry): string {
  const { status_code: status, admin_info: admin } = otherOf(row)
  const detail = (admin?.error_detail ?? '').replace(`${status} `, '')
  const words = detail !== '' && !row.content.includes(detail) ? `${row.content} · ${detail}` : row.content
  return isError(row) && status !== undefined ? `${status} ${words}` : words
}

export function FirstCell({ row }: { readonly row: LogEntry }) {
  const ms = firstMs(row)
  return ms === undefined ? null : <DurationText ms={ms} digits={2} tone={ifBad(firstTokenTone(ms))} />
}

export function TotalCell({ row }: { readonly row: LogEntry }) {
  const ms = totalMs(row)
  return <DurationText ms={ms} digits={1} tone={ifBad(totalTimeTone(ms))} />
}

/** The usual values stay in the colour of the text around them. */
const ifBad = (tone: Tone): Tone | undefined => (tone === 'neutral' ? undefined : tone)

export function DetailCell({ row }: { readonly row: LogEntry }) {
  const t = useText()
  const other = otherOf(row)
  const tries = other.admin_info?.attempts?.length ?? 0
  const parts = [
    other.is_test && row.content,
    other.cache_tokens && t('log.cached', { count: shortNumber(other.cache_tokens) }),
    tries > 1 && t('log.attempt', { count: tries }),
    other.is_model_mapped && t('log.mapped', { model: other.upstream_model_name ?? '' }),
    other.end_reason !== undefined && other.end_reason !== 'done' && t(`log.end.${other.end_reason}`),
  ].filter((part) => typeof part === 'string')
  return <span className="log-details">{parts.join(' · ')}</span>
}

export function logCard(row: LogEntry): Card {
  return { ...cardHead(row), meta: <CardMeta row={row} />, metaAside: <CardFigures row={row} /> }
}

function cardHead(row: LogEntry): Card {
  const isQuiet = isCall(row) && !isError(row)
  return {
    title: (
      <span className="log-model">
        {isCall(row) && <span className="mono">{row.model_name}</span>}
        {!isQuiet && <StatusTag of="log" value={row.type} />}
      </span>
    ),
    aside: isQuiet && (
      <strong>
        <QuotaText value={row.quota} precision="exact" zeroIsNone />
      </strong>
    ),
    trouble: isQuiet ? undefined : <span className={isError(row) ? '' : 'text2'}>{errorWords(row)}</span>,
  }
}

function CardMeta({ row }: { readonly row: LogEntry }) {
  const names = [row.username, row.token_name].filter((name) => name !== '')
  return (
    <>
      <LogTime unix={row.created_at} />
      {names.length > 0 && ` · ${names.join(' / ')}`}
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
