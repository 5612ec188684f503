// Which columns are shown, in which order, and how dense: remembered per list as `<name>-table-columns` in local storage.
import { useState } from 'react'
import { readText, writeText } from '../../../session/local-store.ts'
import type { AnyColumn } from './column.ts'

export type Density = 'dense' | 'roomy'

interface StoredColumns {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly density: Density
}

export interface ColumnSettings<Row> {
  /** All columns in the chosen order, for the settings. */
  readonly all: readonly AnyColumn<Row>[]
  readonly shown: readonly AnyColumn<Row>[]
  readonly density: Density
  /** Has somebody chosen what is shown? */
  readonly isChosen: boolean
  readonly isShown: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly move: (id: string, by: -1 | 1) => void
  readonly setDensity: (density: Density) => void
  readonly reset: () => void
}

export function useColumnSettings<Row>(name: string, columns: readonly AnyColumn<Row>[]): ColumnSettings<Row> {
  const key = `${name}-table-columns`
  const [stored, setStored] = useState(() => readStored(key))
  const hidden = new Set(stored?.hidden ?? columns.filter((column) => column.isHidden).map((column) => column.id))
  const all = sorted(columns, stored?.order ?? [])
  const isShown = (id: string) => !hidden.has(id) || columns.find((column) => column.id === id)?.isFixed === true
  const density = stored?.density ?? 'dense'

  const keep = (patch: Partial<StoredColumns>) => {
    const next = { order: all.map((column) => column.id), hidden: [...hidden], density, ...patch }
    writeText(key, JSON.stringify(next))
    setStored(next)
  }

  return {
    all,
    shown: all.filter((column) => isShown(column.id)),
    density,
    isChosen: stored !== undefined,
    isShown,
    toggle: (id) => keep({ hidden: hidden.has(id) ? [...hidden].filter((other) => other !== id) : [...hidden, id] }),
    move: (id, by) => {
      const order = all.map((column) => column.id)
      const from = order.indexOf(id)
      const to = Math.max(0, Math.min(order.length - 1, from + by))
      order.splice(to, 0, ...order.splice(from, 1))
      keep({ order })
    },
    setDensity: (next) => keep({ density: next }),
    reset: () => {
      writeText(key, null)
      setStored(undefined)
    },
  }
}

/** Columns that the stored order does not know, being newer than it, stay where they are declared. */
function sorted<Row>(columns: readonly AnyColumn<Row>[], order: readonly string[]): readonly AnyColumn<Row>[] {
  if (order.length === 0) return columns
  const rank = (column: AnyColumn<Row>) => (order.includes(column.id) ? order.indexOf(column.id) : columns.indexOf(column) - 0.5)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

function readStored(key: string): StoredColumns | undefined {
  try {
    const json: unknown = JSON.parse(readText(key) ?? 'null')
    if (typeof json !== 'object' || json === null || !('order' in json) || !Array.isArray(json.order)) return undefined
    const hidden = 'hidden' in json && Array.isArray(json.hidden) ? json.hidden.map(String) : []
    return { order: json.order.map(String), hidden, density: 'density' in json && json.density === 'roomy' ? 'roomy' : 'dense' }
  } catch {
    return undefined
  }
}
