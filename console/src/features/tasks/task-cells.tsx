import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import {
  CopyButton,
  DurationText,
  FilmIcon,
  ImageGallery,
  isWithinOneDay,
  MusicIcon,
  middleCut,
  Popover,
  QuotaText,
  RowProgress,
  Tag,
  TimeText,
  useUrlState,
} from '~/ui/kit'
import { isSlow, moneyNameOf, stateOf, submitCodeOf, type TaskRow } from './task-row.ts'
import { actionWords, codeWords, fileWords, platformWords, stateWords } from './task-words.ts'
import './tasks.css'

interface RowProps {
  readonly row: TaskRow
}

/** The clock alone while the range is one day. @param initial the span while the address has none */
export function SubmittedAt({ row, initial }: RowProps & { readonly initial: string }) {
  const { start_timestamp: from = initial, end_timestamp: to } = useUrlState().params
  return <TimeText unix={row.submittedAt} style={isWithinOneDay(from, to) ? 'clock' : 'short'} />
}

export function TaskId({ row }: RowProps) {
  const t = useText()
  return (
    <span className="task-id">
      <span className="mono" title={row.taskId}>
        {middleCut(row.taskId)}
      </span>
      <CopyButton value={row.taskId} label={t('task.copyId')} />
    </span>
  )
}

export function TaskPlatform({ row }: RowProps) {
  const words = platformWords(row, useLanguage())
  return (
    <span className="ellipsis" title={words}>
      {words}
    </span>
  )
}

export function TaskAction({ row }: RowProps) {
  const t = useText()
  return <Tag>{actionWords(row, t)}</Tag>
}

/** A failure stands out. */
export function TaskStateWords({ row }: RowProps) {
  const t = useText()
  const words = stateWords(row, t)
  if (row.status === 'FAILURE') return <Tag tone="red">{words}</Tag>
  return (
    <span className="status">
      <i className="dot" style={{ background: `var(--${stateOf(row).tone}Dot)` }} />
      {words}
    </span>
  )
}

/** How far a task is; nothing unless it is under way. */
export function TaskProgress({ row }: RowProps) {
  const t = useText()
  if (row.status !== 'IN_PROGRESS') return null
  return <RowProgress percent={row.percent} label={t('task.progressOf', { id: row.taskId })} />
}

export function TaskState({ row }: RowProps) {
  return (
    <span className="task-state">
      <TaskStateWords row={row} />
      <TaskProgress row={row} />
    </span>
  )
}

export function SubmitCode({ row }: RowProps) {
  const t = useText()
  if (row.code === undefined) return null
  return <Tag tone={submitCodeOf(row.code).tone}>{codeWords(row.code, t)}</Tag>
}

export function TaskPrompt({ row }: RowProps) {
  const t = useText()
  if (row.prompt === '') return <span className="text3">–</span>
  return (
    <span className="task-prompt">
      <span className="clamped" title={row.prompt}>
        {row.prompt}
      </span>
      <CopyButton value={row.prompt} label={t('task.copyPrompt')} />
    </span>
  )
}

/** Its images, and how much there is to listen to and to watch. */
export function TaskResult({ row }: RowProps) {
  const t = useText()
  const sounds = row.clips.filter(({ kind }) => kind === 'audio').length
  const films = row.clips.length - sounds
  if (row.images.length === 0 && row.clips.length === 0) return <span className="text3">{row.words === '' ? '–' : t('task.words')}</span>
  return (
    <span className="task-result">
      {row.images.length > 0 && (
        <ImageGallery
          size="row"
          label={t('task.imagesOf', { id: row.taskId })}
          images={row.images.map(({ src, title }) => ({ src, alt: fileWords(row, title, t) }))}
        />
      )}
      {sounds > 0 && <ClipCount icon={<MusicIcon />} words={t('task.soundCount', { count: sounds })} count={sounds} />}
      {films > 0 && <ClipCount icon={<FilmIcon />} words={t('task.filmCount', { count: films })} count={films} />}
    </span>
  )
}

function ClipCount({ icon, words, count }: { readonly icon: React.ReactNode; readonly words: string; readonly count: number }) {
  return (
    <span className="clip-count" title={words}>
      {icon}
      <span aria-hidden>{count}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}

/** From the submission to the end. */
export function TookTime({ row }: RowProps) {
  if (row.tookMs === undefined) return <span className="text3">–</span>
  return <DurationText ms={row.tookMs} tone={isSlow(row.tookMs) ? 'red' : undefined} />
}

/** The price; a press tells how it came about. */
export function TaskCost({ row }: RowProps) {
  const t = useText()
  return (
    <Popover label={t('task.costOf', { id: row.taskId })} className={`task-cost ${row.money}`} content={() => <CostPanel row={row} />}>
      {row.money === 'free' ? t('task.money.free') : <QuotaText value={row.quota} precision="exact" />}
    </Popover>
  )
}

const HOUR_SECONDS = 3600

function CostPanel({ row }: RowProps) {
  const t = useText()
  return (
    <div className="cost-panel">
      <div className="cost-head">
        <strong>{row.money === 'free' ? t('task.money.free') : <QuotaText value={row.quota} precision="exact" />}</strong>
        {row.money !== 'free' && <Tag tone={row.money === 'refunded' ? 'amber' : 'neutral'}>{t(`task.money.${row.money}`)}</Tag>}
      </div>
      <p>{t(`task.moneyText.${moneyNameOf(row)}`)}</p>
      <dl className="fact-lines">
        <div>
          <dt>{t('task.model')}</dt>
          <dd className="mono">{row.model}</dd>
        </div>
        <div>
          <dt>{t('task.group')}</dt>
          <dd>{row.group}</dd>
        </div>
      </dl>
      {row.requestId !== '' && (
        <Link
          to={paths.logs()}
          search={{
            request_id: row.requestId,
            start_timestamp: String(row.submittedAt - HOUR_SECONDS),
            end_timestamp: String(row.submittedAt + HOUR_SECONDS),
          }}
        >
          {t('task.toLog')}
        </Link>
      )}
    </div>
  )
}

/** A press leaves the rows of this channel alone. */
export function TaskChannel({ row }: RowProps) {
  const t = useText()
  const { params, change } = useUrlState()
  const id = String(row.channelId)
  const words = (
    <>
      <span className="text3">#{id}</span> {row.channelName}
    </>
  )
  if (row.channelId === 0) return null
  if (params.channel_id === id) return <span className="ellipsis">{words}</span>
  return (
    <button
      type="button"
      className="cell-link"
      title={t('task.filterBy', { name: `#${id} ${row.channelName}` })}
      onClick={() => change({ channel_id: id, page: undefined })}
    >
      {words}
    </button>
  )
}

/** A link to the user, whom the list of users finds by the name. */
export function TaskUser({ row }: RowProps) {
  const t = useText()
  if (row.username === '') return <span className="text3">#{row.userId}</span>
  return (
    <Link className="cell-link" to={paths.users()} search={{ keyword: row.username }} title={t('task.openUser', { name: row.username })}>
      {row.username}
    </Link>
  )
}
