import type { CandidateFact, LogEntry } from '@waystation/contract/calls/log'
import { skipSentence } from '@waystation/contract/calls/skip-words'
import { useLanguage, useText } from '~/i18n'
import { isRefused } from '../log-other.ts'
import { ChannelLine } from './ChannelLine.tsx'
import type { SkipFold } from './skip-folds.ts'
import { skipWords, untilWords } from './skip-words.ts'

/** One channel with its own words; of several a sentence, with those that are named below it. */
export function SkippedChannels({ fold, row }: { readonly fold: SkipFold; readonly row: LogEntry }) {
  const t = useText()
  const language = useLanguage()
  const { reason, count, named } = fold
  const [only] = named
  if (count === 1 && only)
    return (
      <li className="hollow">
        <Skipped candidate={only} row={row} />
      </li>
    )
  const waits = named.flatMap(({ wait_seconds: wait }) => (wait === undefined ? [] : [wait]))
  const wait = waits.length === 0 ? undefined : Math.min(...waits)
  const why = skipSentence(reason, wait, language)
  return (
    <li className="hollow">
      {/* Of a refused call they are what a reader looks for. */}
      <details open={isRefused(row)}>
        <summary>{t('log.skippedCount', { count, why: why + untilWords(wait, row, language) })}</summary>
        {named.map((candidate) => (
          <Skipped key={candidate.channel_id} candidate={candidate} row={row} said={why} />
        ))}
        {count > named.length && <p>{t('log.moreCandidates', { count: count - named.length })}</p>}
      </details>
    </li>
  )
}

interface SkippedProps {
  readonly candidate: CandidateFact
  readonly row: LogEntry
  /** What is said of it already. */
  readonly said?: string
}

function Skipped({ candidate, row, said }: SkippedProps) {
  const t = useText()
  const language = useLanguage()
  const { channel_id: id, channel_name: name = '' } = candidate
  const words = skipWords(candidate, row, t, language)
  return (
    <>
      <ChannelLine id={id} name={name} candidate={candidate} isQuiet>
        {/* Of a refused call all are. */}
        {!isRefused(row) && <span className="text3">{t('log.skipped')}</span>}
      </ChannelLine>
      {words !== said && <p>{words}</p>}
    </>
  )
}
