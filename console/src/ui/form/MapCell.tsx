import { AutoComplete, Input } from 'antd'

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
