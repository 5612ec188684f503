import { useEffect, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { FieldState } from './Field.tsx'
import { useFormScope } from './Form.tsx'
import { faultsOf, isSameMap, jsonOf, type MapKind, type MapRow, newRow, rowsOf } from './map-rows.ts'

interface Draft {
  /** The field's value that the rows were made from. */
  readonly text: string
  /** Undefined: it is nothing that rows could show. */
  readonly rows: readonly MapRow[] | undefined
}

export interface MapDraft extends Omit<Draft, 'text'> {
  /** Why the form cannot be sent now: rows that are half typed or wrong. */
  readonly held: string | undefined
  /** Id of the row that was added last. */
  readonly newest: number | undefined
  /** What the caller finds wrong with a whole row. */
  readonly checked: (row: MapRow) => string | undefined
  readonly change: (rows: readonly MapRow[]) => void
  readonly add: () => void
}

/** The rows behind a field of JSON text: what is whole is the field's value, what is half typed stays here and holds the form back. */
export function useMapDraft(
  name: string,
  field: FieldState<string | undefined>,
  kind: MapKind,
  check: ((key: string, value: string) => string | undefined) | undefined,
): MapDraft {
  const t = useText()
  const { store } = useFormScope()
  const value = field.value ?? ''
  const [first] = useState(value)
  const [draft, setDraft] = useState<Draft>(() => ({ text: value, rows: rowsOf(value, kind) }))
  const [newest, setNewest] = useState<number>()
  // The value was changed elsewhere: by the JSON below, or by another field.
  if (draft.text !== value) setDraft({ text: value, rows: rowsOf(value, kind) })

  const { rows } = draft
  const checked = (row: MapRow) => (row.key.trim() && row.value.trim() ? check?.(row.key.trim(), row.value.trim()) : undefined)
  const isWrong = (list: readonly MapRow[]) => faultsOf(list, kind).size > 0 || list.some((row) => checked(row) !== undefined)
  const held = rows && isWrong(rows) ? t('kit.mapFix') : undefined
  useEffect(() => {
    store.hold(name, held)
    return () => store.hold(name, undefined)
  }, [store, name, held])

  const change = (next: readonly MapRow[]) => {
    const faults = faultsOf(next, kind)
    const whole = next.filter((row) => !faults.has(row.id))
    const json = jsonOf(whole, kind)
    const text = isSameMap(json, first) ? first : json
    store.hold(name, isWrong(next) ? t('kit.mapFix') : undefined)
    setDraft({ text, rows: next })
    field.set(text)
  }
  const add = () => {
    const row = newRow()
    setNewest(row.id)
    change([...(rows ?? []), row])
  }
  return { rows, held, newest, checked, change, add }
}
