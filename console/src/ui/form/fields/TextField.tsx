import { Input, type InputRef } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'

export interface TextFieldProps extends FieldProps {
  readonly placeholder?: string
  readonly autoComplete?: string
  readonly hasFocus?: boolean
  readonly isMono?: boolean
  /** More than one makes it a text area; Enter is then a new line. */
  readonly rows?: number
  readonly size?: 'large'
  /** Offered by the browser while one types; anything else may be typed. */
  readonly suggestions?: readonly string[]
  readonly kind?: 'text' | 'email' | 'url'
  /** The cursor has left the field, in which this stands. */
  readonly onLeave?: (typed: string) => void
}

/** Text, on one line or on several. */
export function TextField(props: TextFieldProps) {
  const field = useField<string | undefined>(props)
  const input = useRef<InputRef>(null)
  const { hasFocus = false, kind, suggestions = [] } = props
  const listId = useId()
  useEffect(() => {
    if (!hasFocus) return
    // A drawer takes the focus to itself as it opens, after what stands in it is there.
    // Browsers let nobody place the cursor in a field for mail addresses.
    const place = kind === 'email' ? {} : ({ cursor: 'end' } as const)
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true, ...place }))
    return () => cancelAnimationFrame(frame)
  }, [hasFocus, kind])
  const shared = {
    ...field.control,
    value: field.value ?? '',
    status: field.status,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? 'off',
    autoFocus: hasFocus,
    className: props.isMono ? 'mono' : '',
    spellCheck: false,
  } as const
  return (
    <FieldFrame props={props} field={field}>
      {(props.rows ?? 1) > 1 ? (
        <Input.TextArea {...shared} rows={props.rows} onChange={(event) => field.set(event.target.value)} />
      ) : (
        <>
          <Input
            {...shared}
            ref={input}
            type={props.kind ?? 'text'}
            size={props.size}
            list={suggestions.length > 0 ? listId : undefined}
            onChange={(event) => field.set(event.target.value)}
            onBlur={(event) => props.onLeave?.(event.target.value)}
          />
          {suggestions.length > 0 && (
            <datalist id={listId}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  )
}
