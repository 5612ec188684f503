import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { EyeIcon, EyeOffIcon } from '../icons.ts'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'

export interface SecretFieldProps extends FieldProps {
  readonly placeholder?: string
  /** `current-password`, `new-password`, or `off` for keys. */
  readonly autoComplete?: string
  readonly hasFocus?: boolean
  readonly size?: 'large'
  /** A link next to the label, such as "forgot password". */
  readonly isMono?: boolean
}

/** A password or key: dots, with an eye to see it. */
export function SecretField(props: SecretFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame props={props} field={field}>
      <Input
        {...field.control}
        type={isShown ? 'text' : 'password'}
        value={field.value ?? ''}
        status={field.status}
        size={props.size}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.hasFocus ?? false}
        data-takes-focus={props.hasFocus || undefined}
        className={props.isMono ? 'mono' : ''}
        onChange={(event) => field.set(event.target.value)}
        suffix={
          <button
            type="button"
            className="link"
            style={{ display: 'grid', color: 'var(--text3)' }}
            aria-label={t(isShown ? 'form.conceal' : 'form.reveal')}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeIcon /> : <EyeOffIcon />}
          </button>
        }
      />
    </FieldFrame>
  )
}
