import { AutoComplete, Input } from 'antd'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import type { ControlProps } from './Field.tsx'
import type { MapFieldProps } from './MapField.tsx'
import { faultsOf, isBlank, type MapKind, type MapRow, pairsIn, type RowFault, withPairs } from './map-rows.ts'
import { useTypingIn } from './use-typing-in.ts'
import './map-field.css'

interface MapRowsProps extends MapFieldProps {
  readonly kind: MapKind
  readonly rows: readonly MapRow[]
  readonly listId: string
  readonly control: ControlProps
  /** The form was sent: what is half typed is wrong from now on. */
  readonly showsAll: boolean
  /** Id of the row that was just added: it gets the focus. */
  readonly newest: number | undefined
  readonly checked: (row: MapRow) => string | undefined
  readonly onChange: (rows: readonly MapRow[]) => void
  readonly onAdd: () => void
}

/** The rows of a MapField. A row says what is wrong with it when it is left, never while it is typed. */
export function MapRows(props: MapRowsProps) {
  const { rows, kind, onChange, onAdd, control } = props
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const typing = useTypingIn<number>()
  const faults = faultsOf(rows, kind)
  const wordsOf: Readonly<Record<RowFault, (row: MapRow) => string>> = {
    noKey: () => t('kit.mapIncomplete'),
    noValue: () => t('kit.mapIncomplete'),
    twice: (row) => t('kit.mapTwice', { key: row.key.trim() }),
    notNumber: () => t('form.notNumber'),
  }
  const faultOf = (row: MapRow) => {
    const fault = faults.get(row.id)
    return fault === undefined ? props.checked(row) : wordsOf[fault](row)
  }
  const set = (row: MapRow, patch: Partial<MapRow>) => onChange(rows.map((one) => (one.id === row.id ? { ...one, ...patch } : one)))
  const onPaste = (event: ClipboardEvent) => {
    const pairs = pairsIn(event.clipboardData.getData('text'), kind)
    if (!pairs) return
    event.preventDefault()
    onChange(withPairs(rows, pairs))
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>, row: MapRow) => {
    // A blank row leaves Enter to the form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isBlank(row)) return
    event.preventDefault()
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.target as HTMLInputElement) + 1]
    if (next) next.focus()
    else onAdd()
  }

  if (rows.length === 0) {
    return (
      <button type="button" className="map-none" aria-describedby={control['aria-describedby']} onClick={onAdd} disabled={control.disabled}>
        {t('kit.mapNone')}
      </button>
    )
  }
  return (
    <div className="map-rows" ref={list}>
      <div className="map-row map-head" aria-hidden>
        <span>{props.keyLabel}</span>
        <span />
        <span>{props.valueLabel}</span>
      </div>
      {rows.map((row, index) => {
        const fault = row.id === typing.current && !props.showsAll ? undefined : faultOf(row)
        const nth = (label: string) => t('kit.mapNth', { label, n: index + 1 })
        const shared = { disabled: control.disabled, isWrong: fault !== undefined, describedBy: `${props.listId}-${row.id}` }
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what its fields do not take themselves
          <div
            key={row.id}
            onFocus={() => typing.enter(row.id)}
            onBlur={(event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || typing.leave()}
            onPaste={onPaste}
            onKeyDown={(event) => onEnter(event, row)}
          >
            <div className="map-row">
              <Cell
                {...shared}
                id={index === 0 ? control.id : undefined}
                label={nth(props.keyLabel)}
                text={row.key}
                placeholder={props.keyPlaceholder}
                known={props.knownKeys}
                hasFocus={row.id === props.newest}
                onChange={(key) => set(row, { key })}
              />
              <span className="text3" aria-hidden>
                →
              </span>
              <Cell
                {...shared}
                label={nth(props.valueLabel)}
                text={row.value}
                placeholder={props.valuePlaceholder}
                known={props.knownValues}
                isNumber={kind === 'number'}
                unit={props.unit}
                onChange={(value) => set(row, { value })}
              />
              <IconButton
                label={row.key.trim() === '' ? t('kit.mapRemoveBlank') : t('kit.mapRemove', { key: row.key.trim() })}
                icon={<CloseIcon />}
                isSmall
                disabledReason={control.disabled ? (props.disabledReason ?? '') : undefined}
                onClick={() => onChange(rows.filter((one) => one.id !== row.id))}
              />
            </div>
            {fault !== undefined && (
              <div id={`${props.listId}-${row.id}`} className="field-error" role="alert">
                {fault}
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}

interface CellProps {
  readonly id?: string | undefined
  readonly label: string
  readonly text: string
  readonly placeholder?: string | undefined
  readonly known?: readonly string[] | undefined
  readonly isNumber?: boolean
  readonly unit?: string | undefined
  readonly disabled: boolean
  readonly isWrong: boolean
  readonly describedBy: string
  readonly hasFocus?: boolean
  readonly onChange: (text: string) => void
}

/** One side of a row; with names to choose from they are offered while one types. */
function Cell({ id, label, text, placeholder, known, isNumber, unit, disabled, isWrong, describedBy, hasFocus, onChange }: CellProps) {
  const shared = {
    ...(id === undefined ? {} : { id }),
    'aria-label': label,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? describedBy : undefined,
    value: text,
    placeholder: placeholder ?? '',
    disabled,
    status: isWrong ? ('error' as const) : ('' as const),
    autoFocus: hasFocus ?? false,
    className: 'mono',
  }
  if (known && known.length > 0) {
    return (
      <AutoComplete
        {...shared}
        defaultActiveFirstOption={false}
        options={known.map((name) => ({ value: name }))}
        showSearch={{ filterOption: (typed, option) => (option?.value ?? '').toLowerCase().includes(typed.toLowerCase()) }}
        onChange={onChange}
      />
    )
  }
  return (
    <Input
      {...shared}
      inputMode={isNumber ? 'decimal' : 'text'}
      suffix={unit}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
