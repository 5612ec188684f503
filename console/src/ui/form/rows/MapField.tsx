import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { PlusIcon } from '../../icons.ts'
import { type ControlProps, FieldFrame, type FieldProps, type FieldState, useField } from '../Field.tsx'
import { useFormScope } from '../Form.tsx'
import { useTypingIn } from '../fields/JsonField.tsx'
import { isBroken, JsonPart } from './JsonPart.tsx'
import { MapRowLine, type MapSides } from './MapRowLine.tsx'
import {
  faultsOf,
  isBlank,
  isSameMap,
  jsonOf,
  type MapKind,
  type MapRow,
  newRow,
  pairsIn,
  type RowFault,
  rowsOf,
  withPairs,
} from './map-rows.ts'
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
function MapRows({ sides, kind, rows, control, onChange, onAdd, ...props }: MapRowsProps) {
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
    // Where no field takes the focus, the keyboard scrolls the list itself.
    <div className="map-rows" ref={list} tabIndex={control.disabled ? 0 : undefined}>
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

interface Draft {
  /** The field's value that the rows were made from. */
  readonly text: string
  /** Undefined: it is nothing that rows could show. */
  readonly rows: readonly MapRow[] | undefined
}

interface MapDraft extends Omit<Draft, 'text'> {
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
function useMapDraft(
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

export interface MapFieldProps extends FieldProps, MapSides {
  /** Returns a further error of a row, or undefined: an invalid status, for instance. */
  readonly check?: (key: string, value: string) => string | undefined
}

/** A JSON object of texts or numbers as rows of key and value, or as the JSON that it is. On the wire it is JSON text, '' for none. */
export function MapField(props: MapFieldProps) {
  const { kind = 'text' } = props
  const t = useText()
  const field = useField<string | undefined>(props)
  const draft = useMapDraft(props.name, field, kind, props.check)
  const [wantsJson, setWantsJson] = useState(false)
  const listId = useId()
  const rows = wantsJson ? undefined : draft.rows
  const error = !rows && isBroken(field.value ?? '') ? undefined : field.error

  return (
    <FieldFrame
      props={{ ...props, hint: props.hint ?? (rows ? t('kit.mapPaste') : undefined) }}
      field={{ ...field, error }}
      below={<MapBar draft={draft} isJson={!rows} isDisabled={field.control.disabled} onJson={setWantsJson} />}
    >
      {rows ? (
        <MapRows
          sides={props}
          kind={kind}
          rows={rows}
          listId={listId}
          control={field.control}
          disabledReason={props.disabledReason}
          showsAll={field.error !== undefined}
          newest={draft.newest}
          checked={draft.checked}
          onChange={draft.change}
          onAdd={draft.add}
        />
      ) : (
        <JsonPart label={props.label} field={field} />
      )}
    </FieldFrame>
  )
}

interface MapBarProps {
  readonly draft: MapDraft
  readonly isJson: boolean
  readonly isDisabled: boolean
  readonly onJson: (isJson: boolean) => void
}

/** Below the map: add a row, and switch between rows and JSON, disabled while one cannot express the other. */
function MapBar({ draft: { rows, held, add }, isJson, isDisabled, onJson }: MapBarProps) {
  const t = useText()
  const isNotFlat = isJson && rows === undefined
  return (
    <div className="models-bar">
      {!isJson && (
        <Button size="small" icon={<PlusIcon />} onClick={add} isDisabled={isDisabled}>
          {t('kit.mapAdd')}
        </Button>
      )}
      <Button
        size="small"
        kind="text"
        onClick={() => onJson(!isJson)}
        disabledReason={isNotFlat ? t('kit.mapNotFlat') : isJson ? undefined : held}
      >
        {t(isJson ? 'kit.mapAsRows' : 'kit.mapAsJson')}
      </Button>
      {isNotFlat && <span>{t('kit.mapNotFlat')}</span>}
    </div>
  )
}
