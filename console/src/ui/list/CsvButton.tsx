import { csvLine } from '@waystation/contract/values/csv'
import { useState } from 'react'
import { messageOf } from '../../api/call-error.ts'
import type { ListSource } from '../../api/list.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { saveFile } from '../copy/save-text.ts'
import { toast } from '../feedback/toasts.ts'
import { DownloadIcon } from '../icons.ts'
import type { ListState } from './list-state.ts'
import { loadAllRows } from './load-all.ts'
import type { AnyColumn } from './table/column.ts'

// A list as CSV, in the columns' own words.

/** More than this is the business of a database export, not of a browser. */
const MAX_CSV_ROWS = 20_000

/** @param titles of the columns, in the user's language */
function csvText<Row>(columns: readonly AnyColumn<Row>[], titles: readonly string[], rows: readonly Row[]): string {
  const lines = [titles, ...rows.map((row) => columns.map((column) => column.text(row)))]
  return lines.map(csvLine).join('\r\n')
}

interface CsvButtonProps<Row> {
  readonly name: string
  readonly source: ListSource<Row>
  readonly state: ListState
  readonly columns: readonly AnyColumn<Row>[]
  /** An icon without words, for a phone. */
  readonly isIcon?: boolean
}

/** Saves every row that the filters leave. */
export function CsvButton<Row>({ name, source, state, columns, isIcon }: CsvButtonProps<Row>) {
  const t = useText()
  const [progress, setProgress] = useState<string>()
  const exported = columns.filter((column) => column.csv !== false)
  const save = async () => {
    try {
      if (source.file) {
        setProgress(t('table.exportingFile'))
        saveFile(await source.file(state.filters))
        toast.done(t('table.exportedFile'))
        return
      }
      const onProgress = (done: number, total: number) => setProgress(t('table.exporting', { done, total: Math.min(total, MAX_CSV_ROWS) }))
      const rows = await loadAllRows(source, state, { limit: MAX_CSV_ROWS, onProgress })
      const titles = exported.map((column) => t(column.title))
      // The mark at the start tells Excel that it is UTF-8.
      const blob = new Blob(['\uFEFF', csvText(exported, titles, rows)], { type: 'text/csv;charset=utf-8' })
      saveFile({ name: `${name}-${new Date().toISOString().slice(0, 10)}.csv`, blob })
      toast.done(t('table.exported', { count: rows.length }))
    } catch (error) {
      toast.failed(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  if (isIcon) {
    return <IconButton label={progress ?? t('action.export')} icon={<DownloadIcon />} isBordered onClick={() => void save()} />
  }
  return (
    <Button icon={<DownloadIcon />} onClick={save}>
      {progress ?? 'CSV'}
    </Button>
  )
}
