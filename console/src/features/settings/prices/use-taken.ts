import type { PriceProposal } from '@waystation/contract/price-review'
import { useMemo, useState } from 'react'
import type { RecordDiff } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { type PriceBook, type PriceUnit, shownOf, withModelOf, withStored } from './price-book.ts'
import { extraColumns, mainColumns, priceColumns } from './price-columns.ts'
import { draftBook, withBook } from './price-draft.ts'

/** What a list of prices proposes, as differences in the unit of the table, and the models that were taken over from it. */
export function useTaken(proposal: PriceProposal) {
  const { draft, change, unit } = useDesk()
  // Prices as they were when the list was fetched: what is skipped again goes back to them.
  const [before] = useState<PriceBook>(() => draftBook(draft))
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const proposed = useMemo(() => proposedBook(before, proposal), [before, proposal])
  const diffs = useMemo(() => diffsOf(before, proposed, proposal, unit), [before, proposed, proposal, unit])
  const take = (next: ReadonlySet<string>) => {
    const names = diffs.map(({ name }) => name).filter((name) => next.has(name) !== taken.has(name))
    change((old) => {
      const book = names.reduce((sofar, name) => withModelOf(sofar, next.has(name) ? proposed : before, name), draftBook(old))
      return withBook(old, book)
    })
    setTaken(next)
  }
  return { diffs, taken, take }
}

/** The numbers of the list above the own ones, as exact as the list has them. */
export function proposedBook(book: PriceBook, { models }: PriceProposal): PriceBook {
  return models.reduce(
    (whole, { model, prices }) =>
      prices.reduce((sofar, { key, proposed }) => {
        const column = priceColumns.find(({ option }) => option === key)
        return column ? withStored(sofar, column, model, proposed) : sofar
      }, whole),
    book,
  )
}

/** Model by model, the columns in which the list differs from the own prices. */
export function diffsOf(before: PriceBook, after: PriceBook, { models }: PriceProposal, unit: PriceUnit): RecordDiff[] {
  return models
    .map(({ model }) => ({
      name: model,
      changes: [...mainColumns, ...extraColumns]
        .map((column) => ({
          field: column.name,
          before: shownOf(before, column, model, unit),
          after: shownOf(after, column, model, unit),
        }))
        .filter((change) => change.before !== change.after),
    }))
    .filter(({ changes }) => changes.length > 0)
}
