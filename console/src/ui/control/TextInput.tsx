import { Input, type InputProps } from 'antd'
import { useId } from 'react'
import { takesFocus } from '../dialog/Dialog.tsx'
import { SearchIcon } from '../icons.ts'
import './text-input.css'

export interface TextInputProps {
  /** Above the field, or only read aloud with `isLabelUnseen`. */
  readonly label: string
  readonly isLabelUnseen?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** One line below; an error takes its place. */
  readonly hint?: string
  readonly error?: string | undefined
  readonly kind?: 'text' | 'search' | 'number'
  readonly maxLength?: number
  readonly isDisabled?: boolean
  /** In a dialog: one begins with it. */
  readonly takesFocus?: boolean
  readonly onEnter?: () => void
}

type SearchInputProps = Pick<TextInputProps, 'label' | 'value' | 'onChange' | 'takesFocus'>

/** A search in a list that is there already. Its label stands in the empty field. */
export function SearchInput({ label, ...props }: SearchInputProps) {
  return <TextInput {...props} label={label} isLabelUnseen kind="search" placeholder={label} />
}

/** One line of text outside a form: a search, a name in a dialog. */
export function TextInput(props: TextInputProps) {
  const { label, isLabelUnseen = false, value, onChange, placeholder, hint, error, kind = 'text', maxLength, isDisabled, onEnter } = props
  const id = useId()
  const below = error ?? hint
  return (
    <div className="text-input">
      <label htmlFor={id} className={isLabelUnseen ? 'unseen' : ''}>
        {label}
      </label>
      <Input
        id={id}
        type={kind === 'search' ? 'search' : 'text'}
        {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
        {...(kind === 'search' ? { prefix: <SearchIcon color="var(--text3)" /> } : {})}
        {...(props.takesFocus ? takesFocus : {})}
        value={value}
        status={error === undefined ? '' : 'error'}
        aria-invalid={error !== undefined}
        {...(below === undefined ? {} : { 'aria-describedby': `${id}-below` })}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        disabled={isDisabled === true}
        onChange={(event) => onChange(event.target.value)}
        {...(onEnter ? { onPressEnter: onEnter } : {})}
      />
      {below !== undefined && (
        <div
          id={`${id}-below`}
          className={error === undefined ? 'field-hint' : 'field-error'}
          role={error === undefined ? undefined : 'alert'}
        >
          {below}
        </div>
      )}
    </div>
  )
}

/** The line by itself, for a part that has a label, a hint and an error of its own. */
export function BareInput(props: InputProps) {
  return <Input {...props} />
}
