import { useText } from '~/i18n'
import type { EditableColumn, TableEdits } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { shownOf } from './price-book.ts'
import { type PriceColumn, perCall, priceColumns } from './price-columns.ts'
import { editsOf, isForbidden, lockOf, withCells } from './table-cells.ts'

export interface CellRow {
  readonly name: string
}

/** What an `EditableTable` of these columns needs, over the draft. */
export function useCells(columns: readonly PriceColumn[]) {
  const t = useText()
  const { saved, book, draft, change, unit, problems } = useDesk()
  const areTextsBroken = problems.some(({ key }) => priceColumns.some(({ option }) => option === key))
  const edits = editsOf({ saved, book, faults: draft.faults }, [...changedModels(draft.faults, saved, book)], columns, unit)
  const tableColumns = columns.map((column): EditableColumn<CellRow> => {
    const lock = (model: string) => lockOf(book, { model, column, unit, areTextsBroken })
    return {
      key: column.name,
      title: t(`price.column.${column.name}`),
      valueOf: ({ name }) => shownOf(saved, column, name, unit),
      lockedReason: ({ name }) => {
        const reason = lock(name)
        return reason && t(`price.lock.${reason}`)
      },
      problemOf: (text) => (column === perCall && isForbidden(column, Number(text)) ? t('price.zero') : undefined),
      emptyTitle: t('price.notSet'),
    }
  })
  return {
    nameOf: ({ name }: CellRow) => name,
    nameTitle: t('price.model'),
    columns: tableColumns,
    edits,
    onEdit: (next: TableEdits) => change((old) => withCells(old, edits, next, unit)),
    digits: unit === 'dollars' ? 2 : 0,
    isChanged: (model: string) => Object.hasOwn(edits, model),
  }
}

/** Models of which something differs, or is no price. */
function changedModels(faults: TableEdits, ...[saved, book]: readonly Readonly<Record<string, Readonly<Record<string, number>>>>[]) {
  const models = new Set(Object.keys(faults))
  for (const { option } of priceColumns) {
    const [before, after] = [saved?.[option] ?? {}, book?.[option] ?? {}]
    for (const name of Object.keys({ ...before, ...after })) if (before[name] !== after[name]) models.add(name)
  }
  return models
}
