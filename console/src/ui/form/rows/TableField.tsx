import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { PlusIcon } from '../../icons.ts'
import { FieldFrame, type FieldProps, type FieldState, useField } from '../Field.tsx'
import { useFormScope } from '../Form.tsx'
import { useTypingIn } from '../fields/JsonField.tsx'
import { isBroken, JsonPart } from './JsonPart.tsx'
import { Cross, MapCell } from './MapRowLine.tsx'
import {
  type ColumnRules,
  isBlankRow,
  type TableFault,
  type TableRow,
  type TableShape,
  tableFaults,
  tableJson,
  tableRow,
  tableRowsOf,
} from './table-rows.ts'
import './map-field.css'
import './table-field.css'

export interface TableColumn extends ColumnRules {
  readonly label: string
  readonly placeholder?: string
  /** Names to choose from; any other may be typed. */
  readonly known?: readonly string[] | undefined
  /** Of the width, beside 1 of the others. */
  readonly share?: number
}

export interface TableFieldProps extends FieldProps {
  readonly columns: readonly TableColumn[]
  /** How the rows stand in the JSON. */
  readonly shape: TableShape
}

interface TableDraft {
  /** Undefined: the text is nothing that rows could show. */
  readonly rows: readonly TableRow[] | undefined
  /** Id of the row that was added last: it gets the focus. */
  readonly newest: number | undefined
  readonly faults: ReadonlyMap<number, TableFault>
  readonly change: (rows: readonly TableRow[]) => void
  readonly add: () => void
}

/** The rows behind a field of JSON text: what is whole is the field's value, what is half typed stays here and holds the form back. */
function useTableDraft({ name, columns, shape }: TableFieldProps, field: FieldState<string | undefined>): TableDraft {
  const t = useText()
  const { store } = useFormScope()
  const value = field.value ?? ''
  const [draft, setDraft] = useState(() => ({ text: value, rows: tableRowsOf(value, shape) }))
  const [newest, setNewest] = useState<number>()
  // The value was changed elsewhere: as JSON, or back to the default.
  if (draft.text !== value) setDraft({ text: value, rows: tableRowsOf(value, shape) })

  const { rows } = draft
  const faults = tableFaults(rows ?? [], columns, shape)
  const held = faults.size > 0 ? t('kit.mapFix') : undefined
  useEffect(() => {
    store.hold(name, held)
    return () => store.hold(name, undefined)
  }, [store, name, held])

  const change = (next: readonly TableRow[]) => {
    const wrong = tableFaults(next, columns, shape)
    const text = tableJson(
      next.filter(({ id }) => !wrong.has(id)),
      shape,
    )
    store.hold(name, wrong.size > 0 ? t('kit.mapFix') : undefined)
    setDraft({ text, rows: next })
    field.set(text)
  }
  const add = () => {
    const row = tableRow(columns.map(() => ''))
    setNewest(row.id)
    change([...(rows ?? []), row])
  }
  return { rows, newest, faults, change, add }
}

/** Nested JSON as rows of a few columns, or as the JSON that it is; both edit one draft. On the wire it is JSON text, '' for none. */
export function TableField(props: TableFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const draft = useTableDraft(props, field)
  const [wantsJson, setWantsJson] = useState(false)
  const isJson = wantsJson || draft.rows === undefined
  const error = isJson && isBroken(field.value ?? '') ? undefined : field.error
  const reason = isJson ? (draft.rows === undefined ? t('kit.tableNotRows') : undefined) : draft.faults.size > 0 && t('kit.mapFix')
  return (
    <FieldFrame
      props={props}
      field={{ ...field, error }}
      below={
        <div className="models-bar">
          {!isJson && (
            <Button size="small" icon={<PlusIcon />} onClick={draft.add} isDisabled={field.control.disabled}>
              {t('kit.mapAdd')}
            </Button>
          )}
          <Button size="small" kind="text" onClick={() => setWantsJson(!isJson)} disabledReason={reason || undefined}>
            {t(isJson ? 'kit.mapAsRows' : 'kit.mapAsJson')}
          </Button>
          {draft.rows === undefined && <span>{t('kit.tableNotRows')}</span>}
        </div>
      }
    >
      {isJson ? (
        <JsonPart label={props.label} field={field} />
      ) : (
        <Rows columns={props.columns} draft={draft} field={field} disabledReason={props.disabledReason} />
      )}
    </FieldFrame>
  )
}

interface RowsProps {
  readonly columns: readonly TableColumn[]
  readonly draft: TableDraft
  readonly field: FieldState<string | undefined>
  readonly disabledReason: string | undefined
}

function Rows({ columns, draft, field: { control, error }, disabledReason }: RowsProps) {
  const t = useText()
  const typing = useTypingIn<number>()
  const list = useRef<HTMLDivElement>(null)
  const rows = draft.rows ?? []
  if (rows.length === 0)
    return (
      <button
        type="button"
        className="map-none"
        aria-describedby={control['aria-describedby']}
        onClick={draft.add}
        disabled={control.disabled}
      >
        {t('kit.mapNone')}
      </button>
    )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: TableRow) => {
    // A blank row leaves Enter to the form, and the cross has a use for it of its own.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isBlankRow(row) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.target) + 1]
    if (next) next.focus()
    else draft.add()
  }
  const template: CSSProperties = { '--columns': columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(' ') }
  return (
    // Where no field takes the focus, the keyboard scrolls the list itself.
    <div className="map-rows" ref={list} style={template} tabIndex={control.disabled ? 0 : undefined}>
      <div className="table-row map-head" aria-hidden>
        {columns.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          columns={columns}
          row={row}
          index={index}
          id={index === 0 ? control.id : undefined}
          fault={row.id === typing.current && error === undefined ? undefined : draft.faults.get(row.id)}
          disabledReason={control.disabled ? (disabledReason ?? '') : undefined}
          hasFocus={row.id === draft.newest}
          onChange={(cells) => draft.change(rows.map((one) => (one.id === row.id ? { ...one, cells } : one)))}
          onRemove={() => draft.change(rows.filter((one) => one.id !== row.id))}
          onEnter={() => typing.enter(row.id)}
          onLeave={typing.leave}
          onKeyDown={(event) => onKeyDown(event, row)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  readonly columns: readonly TableColumn[]
  readonly row: TableRow
  readonly index: number
  /** Of the first cell, for the label of the field. */
  readonly id: string | undefined
  readonly fault: TableFault | undefined
  /** Why nothing can be changed now; '' where no reason is known. Undefined: it can. */
  readonly disabledReason: string | undefined
  readonly hasFocus: boolean
  readonly onChange: (cells: readonly string[]) => void
  readonly onRemove: () => void
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** The cells of a row, a cross, and below them what is wrong. */
function Row({ columns, row, index, fault, disabledReason, onChange, onEnter, onLeave, ...props }: RowProps) {
  const t = useText()
  const faultId = useId()
  const name = row.cells[0]?.trim() ?? ''
  const words = { incomplete: t('kit.tableIncomplete'), twice: t('kit.mapTwice', { key: name }), notNumber: t('form.notNumber') }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what its fields do not take themselves
    <div onFocus={onEnter} onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onLeave()} onKeyDown={props.onKeyDown}>
      <div className="table-row">
        {columns.map((column, at) => (
          <MapCell
            key={column.label}
            id={at === 0 ? props.id : undefined}
            label={t('kit.mapNth', { label: column.label, n: index + 1 })}
            text={row.cells[at] ?? ''}
            placeholder={column.placeholder}
            known={column.known}
            isNumber={column.isNumber ?? false}
            disabled={disabledReason !== undefined}
            isWrong={fault !== undefined}
            describedBy={faultId}
            hasFocus={at === 0 && props.hasFocus}
            onChange={(text) => onChange(row.cells.with(at, text))}
          />
        ))}
        <Cross name={name} disabledReason={disabledReason} onClick={props.onRemove} />
      </div>
      {fault !== undefined && (
        <div id={faultId} className="field-error" role="alert">
          {words[fault]}
        </div>
      )}
    </div>
  )
}
