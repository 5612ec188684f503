import { Select as AntSelect } from 'antd'

export interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly isSearchable?: boolean
  readonly placeholder?: string
  readonly size?: 'small' | undefined
  /** px; default as wide as its words. */
  readonly width?: number
}

/** One of a list, outside a form. */
export function Select({ label, value, choices, onChange, isSearchable, placeholder, size, width }: SelectProps) {
  return (
    <AntSelect
      aria-label={label}
      value={value ?? null}
      options={[...choices]}
      onChange={onChange}
      showSearch={isSearchable === true}
      placeholder={placeholder ?? label}
      {...(size === undefined ? {} : { size })}
      popupMatchSelectWidth={false}
      style={width === undefined ? {} : { width }}
    />
  )
}
