import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import type { ControlProps } from './Field.tsx'
import { MapRowLine, type MapSides } from './MapRowLine.tsx'
import { faultsOf, isBlank, type MapKind, type MapRow, pairsIn, type RowFault, withPairs } from './map-rows.ts'
import { useTypingIn } from './use-typing-in.ts'
import './map-field.css'

interface MapRowsProps {
  readonly sides: MapSides
  readonly kind: MapKind
  readonly rows: readonly MapRow[]
  readonly listId: string
  readonly control: ControlProps
  readonly disabledReason: string | undefined
  /** The form was sent: what is half typed is wrong from now on. */
  readonly showsAll: boolean
  /** Id of the row that was just added: it gets the focus. */
  readonly newest: number | undefined
  readonly checked: (row: MapRow) => string | undefined
  readonly onChange: (rows: readonly MapRow[]) => void
  readonly onAdd: () => void
}

/** The rows of a MapField. A row shows its error on blur, not while it is typed. */
export function MapRows({ sides, kind, rows, control, onChange, onAdd, ...props }: MapRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const typing = useTypingIn<number>()
  const faultOf = useFaults(rows, kind, props.checked)
  const onPaste = (event: ClipboardEvent) => {
    const pairs = pairsIn(event.clipboardData.getData('text'), kind)
    if (!pairs) return
    event.preventDefault()
    onChange(withPairs(rows, pairs))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: MapRow) => {
    // A blank row leaves Enter to the form, and the cross has a use for it of its own.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isBlank(row) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.target) + 1]
    if (next) next.focus()
    else onAdd()
  }

  if (rows.length === 0) return <NoRows control={control} onAdd={onAdd} />
  return (
    <div className="map-rows" ref={list}>
      <div className="map-row map-head" aria-hidden>
        <span>{sides.keyLabel}</span>
        <span />
        <span>{sides.valueLabel}</span>
      </div>
      {rows.map((row, index) => (
        <MapRowLine
          key={row.id}
          sides={sides}
          row={row}
          index={index}
          id={index === 0 ? control.id : undefined}
          faultId={`${props.listId}-${row.id}`}
          fault={row.id === typing.current && !props.showsAll ? undefined : faultOf(row)}
          disabledReason={control.disabled ? (props.disabledReason ?? '') : undefined}
          hasFocus={row.id === props.newest}
          onChange={(patch) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...patch } : one)))}
          onRemove={() => onChange(rows.filter((one) => one.id !== row.id))}
          onEnter={() => typing.enter(row.id)}
          onLeave={typing.leave}
          onPaste={onPaste}
          onKeyDown={(event) => onKeyDown(event, row)}
        />
      ))}
    </div>
  )
}

/** What is wrong with a row, in words. */
function useFaults(rows: readonly MapRow[], kind: MapKind, checked: MapRowsProps['checked']) {
  const t = useText()
  const faults = faultsOf(rows, kind)
  const wordsOf: Readonly<Record<RowFault, (row: MapRow) => string>> = {
    noKey: () => t('kit.mapIncomplete'),
    noValue: () => t('kit.mapIncomplete'),
    twice: (row) => t('kit.mapTwice', { key: row.key.trim() }),
    notNumber: () => t('form.notNumber'),
  }
  return (row: MapRow) => {
    const fault = faults.get(row.id)
    return fault === undefined ? checked(row) : wordsOf[fault](row)
  }
}

/** In place of the rows while there are none. */
function NoRows({ control, onAdd }: Pick<MapRowsProps, 'control' | 'onAdd'>) {
  const t = useText()
  return (
    <button type="button" className="map-none" aria-describedby={control['aria-describedby']} onClick={onAdd} disabled={control.disabled}>
      {t('kit.mapNone')}
    </button>
  )
}
