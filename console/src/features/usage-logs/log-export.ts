// The details of a row in an export: all that the screen shows when the row is open, except the arithmetic.
import type { LogEntry } from '@waystation/contract/log'
import { text } from '~/i18n'
import { currentLanguage } from '~/i18n/language'
import { otherOf } from '~/shared/log-row'
import { errorWords } from './log-cells.tsx'
import { isError, isTest } from './log-other.ts'
import { skipWords } from './skip-words.ts'

/** One line of text. */
export function detailText(row: LogEntry): string {
  const { admin_info: admin, cache_tokens: cached, is_model_mapped, upstream_model_name: upstream, end_reason: end } = otherOf(row)
  const skipped = (admin?.candidates ?? []).flatMap((one) => {
    const words = skipWords(one, row, text, currentLanguage())
    return words === undefined ? [] : [`#${one.channel_id} ${one.channel_name ?? ''}: ${words}`]
  })
  const parts = [
    isError(row) || isTest(row) ? errorWords(row) : '',
    cached ? text('log.cached', { count: cached }) : '',
    (admin?.attempts?.length ?? 0) > 1 ? text('log.attempt', { count: admin?.attempts?.length ?? 0 }) : '',
    is_model_mapped ? text('log.mapped', { model: upstream ?? '' }) : '',
    end !== undefined && end !== 'done' ? text(`log.end.${end}`) : '',
    ...skipped,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
