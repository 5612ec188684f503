// The report of a run as the command line prints it.
import { type ImportReport, importNotes, importTotalWords } from '@waystation/contract/site/import'

/** The report in lines. */
export function reportLines({ source, is_dry_run, brought, totals, notes, is_equal }: ImportReport): string[] {
  return [
    is_dry_run ? `A trial run: nothing was written. This is what an import from ${source} would bring.` : `Imported from ${source}.`,
    '',
    ...table([
      ['', 'NEW', 'FROM AN EARLIER RUN', 'HERE BEFORE'],
      ...brought.map(({ what, fresh, carried, known }) => [what, String(fresh), String(carried), String(known)]),
    ]),
    '',
    ...(notes.length === 0 ? [] : ['What is otherwise than it was:']),
    ...notes.map(
      ({ code, count, examples }) =>
        `${String(count).padStart(6)}  ${importNotes[code].en}${examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ' …' : ''})`}`,
    ),
    ...(notes.length === 0 ? [] : ['']),
    ...table([
      ['', 'THERE', 'LEFT BEHIND', 'HERE', ''],
      ...totals.map(({ what, there, left_out, here }) => [
        importTotalWords[what].en,
        String(there),
        String(left_out),
        String(here),
        there === left_out + here ? '' : 'DIFFERENT',
      ]),
    ]),
    '',
    is_equal ? 'Everything adds up, to the unit.' : 'The totals differ: see the lines marked DIFFERENT, and the notes above.',
    ...(is_dry_run ? [] : ['A running server takes over users, tokens and settings by itself. Restart it so that it serves the channels.']),
  ]
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
