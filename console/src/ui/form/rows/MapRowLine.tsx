import { AutoComplete, Input } from 'antd'
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import { useText } from '../../../i18n/index.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { CloseIcon } from '../../icons.ts'
import type { MapKind, MapRow } from './map-rows.ts'

interface MapCellProps {
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

/** One side of a row of a MapField; with names to choose from they are offered while one types. */
export function MapCell({
  id,
  label,
  text,
  placeholder,
  known,
  isNumber,
  unit,
  disabled,
  isWrong,
  describedBy,
  hasFocus,
  onChange,
}: MapCellProps) {
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

/** The labels of a map's two sides. */
export interface MapSides {
  /** The labels of both sides: requested model, upstream model. */
  readonly keyLabel: string
  readonly valueLabel: string
  readonly keyPlaceholder?: string
  readonly valuePlaceholder?: string
  /** What the values are; numbers may be typed as `1e-7`. Default texts. */
  readonly kind?: MapKind
  /** Behind each value, such as "$ / M". */
  readonly unit?: string
  /** Names to choose from on either side; any other may be typed. */
  readonly knownKeys?: readonly string[]
  readonly knownValues?: readonly string[]
}

interface MapRowLineProps {
  readonly sides: MapSides
  readonly row: MapRow
  /** Which row this is, from 0. */
  readonly index: number
  /** Of the first cell, for the label of the field. */
  readonly id: string | undefined
  /** Id of the line with the error. */
  readonly faultId: string
  readonly fault: string | undefined
  /** Why nothing can be changed now; '' where no reason is known. Undefined: it can. */
  readonly disabledReason: string | undefined
  readonly hasFocus: boolean
  readonly onChange: (patch: Partial<MapRow>) => void
  readonly onRemove: () => void
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** One row of a MapField: key, value, a cross, and below them what is wrong. */
export function MapRowLine({ sides, row, index, fault, faultId, disabledReason, onChange, onEnter, onLeave, ...props }: MapRowLineProps) {
  const t = useText()
  const nth = (label: string) => t('kit.mapNth', { label, n: index + 1 })
  const shared = { disabled: disabledReason !== undefined, isWrong: fault !== undefined, describedBy: faultId }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what its fields do not take themselves
    <div
      onFocus={onEnter}
      onBlur={(event: FocusEvent) => event.currentTarget.contains(event.relatedTarget) || onLeave()}
      onPaste={props.onPaste}
      onKeyDown={props.onKeyDown}
    >
      <div className="map-row">
        <MapCell
          {...shared}
          id={props.id}
          label={nth(sides.keyLabel)}
          text={row.key}
          placeholder={sides.keyPlaceholder}
          known={sides.knownKeys}
          hasFocus={props.hasFocus}
          onChange={(key) => onChange({ key })}
        />
        <span className="text3" aria-hidden>
          →
        </span>
        <MapCell
          {...shared}
          label={nth(sides.valueLabel)}
          text={row.value}
          placeholder={sides.valuePlaceholder}
          known={sides.knownValues}
          isNumber={sides.kind === 'number'}
          unit={sides.unit}
          onChange={(value) => onChange({ value })}
        />
        <Cross name={row.key.trim()} disabledReason={disabledReason} onClick={props.onRemove} />
      </div>
      {fault !== undefined && (
        <div id={faultId} className="field-error" role="alert">
          {fault}
        </div>
      )}
    </div>
  )
}

interface CrossProps {
  readonly name: string
  readonly disabledReason: string | undefined
  readonly onClick: () => void
}

export function Cross({ name, disabledReason, onClick }: CrossProps) {
  const t = useText()
  const label = name === '' ? t('kit.mapRemoveBlank') : t('kit.mapRemove', { key: name })
  return <IconButton label={label} icon={<CloseIcon />} isSmall disabledReason={disabledReason} onClick={onClick} />
}
