import { useEffect, useRef } from 'react'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import './code-field.css'

export interface CodeFieldProps extends FieldProps {
  readonly hasFocus?: boolean
  /** Given what was typed when there are letters in it: it is no such code. */
  readonly onLetters?: (typed: string) => void
}

const DIGITS = 6
const boxes = Array.from({ length: DIGITS }, (_, index) => index)

/**
 * A code of six digits, each in a box of its own. They are drawn below one real input, which a phone or a password manager can fill. The
 * sixth digit sends the form; after an error the code is selected, so that the next one replaces it.
 */
export function CodeField(props: CodeFieldProps) {
  const field = useField<string | undefined>(props)
  const input = useRef<HTMLInputElement>(null)
  const code = field.value ?? ''
  const { hasFocus = false } = props
  useEffect(() => {
    if (!hasFocus) return
    // A dialog takes the focus to itself as it opens, after what stands in it is there.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [hasFocus])
  const hasError = field.error !== undefined
  useEffect(() => {
    if (hasError) input.current?.select()
  }, [hasError])

  const type = (typed: string) => {
    if (props.onLetters && /\p{Letter}/u.test(typed)) return props.onLetters(typed)
    const digits = typed.replace(/\D/g, '').slice(0, DIGITS)
    field.set(digits)
    if (digits.length === DIGITS && digits !== code) input.current?.form?.requestSubmit()
    return undefined
  }
  return (
    <FieldFrame props={props} field={field}>
      <div className="code-boxes" data-invalid={hasError || undefined}>
        <input
          {...field.control}
          ref={input}
          value={code}
          onChange={(event) => type(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the field that one came for; typing begins at once
          autoFocus={hasFocus}
          data-takes-focus={hasFocus || undefined}
        />
        {boxes.map((index) => (
          <span key={index} aria-hidden data-next={index === Math.min(code.length, DIGITS - 1) || undefined}>
            {code[index]}
          </span>
        ))}
      </div>
    </FieldFrame>
  )
}
