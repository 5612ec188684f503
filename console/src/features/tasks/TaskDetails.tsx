import { useText } from '~/i18n'
import { CopyButton, DescriptionList, ImageGallery, TimeText } from '~/ui/kit'
import { SubmitCode, TaskCost, TookTime } from './task-cells.tsx'
import { byTitle, type TaskClip, type TaskRow } from './task-row.ts'
import { fileWords } from './task-words.ts'
import './tasks.css'

interface RowProps {
  readonly row: TaskRow
}

/** What a row unfolds to: what was made, what it was made from, and what there is to know of it. */
export function TaskDetails({ row }: RowProps) {
  const t = useText()
  const hasClips = row.clips.length > 0
  return (
    <div className={`task-details ${hasClips ? 'has-clips' : ''}`}>
      {hasClips && <TaskPlayers row={row} />}
      {!hasClips && row.images.length > 0 && (
        <div className="task-images">
          <ImageGallery
            label={t('task.imagesOf', { id: row.taskId })}
            images={row.images.map(({ src, title }) => ({ src, alt: fileWords(row, title, t) }))}
          />
        </div>
      )}
      <div className="task-texts">
        <LongText title={t('task.prompt')} text={row.prompt} copy={t('task.copyPrompt')} />
        <LongText title={t('task.promptEn')} text={row.promptEn} copy={t('task.copyPrompt')} />
        <LongText title={t('task.words')} text={row.words} copy={t('task.copyWords')} />
        <Facts row={row} />
      </div>
    </div>
  )
}

interface LongTextProps {
  readonly title: string
  /** Empty: nothing is shown. */
  readonly text: string
  /** What the button that copies it is called. */
  readonly copy: string
}

function LongText({ title, text, copy }: LongTextProps) {
  if (text === '') return null
  return (
    <section>
      <h4>
        {title} <CopyButton value={text} label={copy} />
      </h4>
      <p className="task-text">{text}</p>
    </section>
  )
}

function Facts({ row }: RowProps) {
  const t = useText()
  return (
    <DescriptionList
      columns={2}
      facts={[
        { label: t('task.submitted'), value: <TimeText unix={row.submittedAt} style="full" /> },
        { label: t('task.took'), value: <TookTime row={row} /> },
        { label: t('task.id'), value: <Copied text={row.taskId} label={t('task.copyId')} /> },
        { label: t('task.cost'), value: <TaskCost row={row} /> },
        { label: t('task.model'), value: <span className="mono">{row.model}</span> },
        { label: t('task.group'), value: row.group },
        ...(row.code === undefined ? [] : [{ label: t('task.code'), value: <SubmitCode row={row} /> }]),
        ...(row.requestId === ''
          ? []
          : [{ label: t('task.requestId'), value: <Copied text={row.requestId} label={t('task.copyRequestId')} /> }]),
      ]}
    />
  )
}

function Copied({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="task-id">
      <span className="mono ellipsis" title={text}>
        {text}
      </span>
      <CopyButton value={text} label={label} />
    </span>
  )
}

/** The sound and the films of a task, those of one title together. Nothing is loaded before somebody presses play. */
function TaskPlayers({ row }: RowProps) {
  const t = useText()
  return (
    <ul className="task-players" aria-label={t('task.clips')}>
      {byTitle(row.clips).map((clips) => (
        <li key={clips[0]?.src}>
          <Players clips={clips} name={fileWords(row, clips[0]?.title ?? '', t)} />
        </li>
      ))}
    </ul>
  )
}

function Players({ clips, name }: { readonly clips: readonly TaskClip[]; readonly name: string }) {
  return (
    <figure className="task-player">
      <figcaption className="ellipsis" title={name}>
        {name}
      </figcaption>
      {clips.map(({ kind, src }) =>
        kind === 'audio' ? (
          // biome-ignore lint/a11y/useMediaCaption: music has no captions, and its words are in the prompt
          <audio key={src} controls preload="none" src={src} aria-label={name} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: what a model films has no captions
          <video key={src} controls preload="metadata" playsInline src={src} aria-label={name} />
        ),
      )}
    </figure>
  )
}
