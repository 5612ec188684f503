import { Input } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { EyeIcon, EyeOffIcon } from '../../icons.ts'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'

export interface SecretFieldProps extends FieldProps {
  readonly placeholder?: string
  /** Of a password that people log in with. Absent: a key of a service, which no password manager shall keep or fill in. */
  readonly autoComplete?: 'current-password' | 'new-password'
  readonly hasFocus?: boolean
  readonly size?: 'large'
  /** A link next to the label, such as "forgot password". */
  readonly isMono?: boolean
}

/** Password managers look at the type before all else, so a key is a text that is drawn as dots, where the browser can do that. */
const canConceal = () => CSS.supports('-webkit-text-security', 'disc')

/** Each password manager has a name of its own for "not this one". */
const unmanaged = {
  ...{ 'data-1p-ignore': true, 'data-lpignore': 'true', 'data-bwignore': true, 'data-form-type': 'other' },
  ...{ spellCheck: false, autoCapitalize: 'none' },
}

/** A password or key: dots, with an eye to see it. */
export function SecretField(props: SecretFieldProps) {
  const t = useText()
  const field = useField<string | undefined>(props)
  const [isShown, setIsShown] = useState(false)
  const isKey = props.autoComplete === undefined
  const isConcealed = isKey && !isShown && canConceal()
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // What came into a key without anybody being there was filled in, and would be saved over the real one.
    if (isKey && document.activeElement?.id !== field.control.id) return
    field.set(target.value)
  }
  return (
    <FieldFrame props={props} field={field}>
      <Input
        {...field.control}
        type={isShown || isConcealed ? 'text' : 'password'}
        value={field.value ?? ''}
        status={field.status}
        size={props.size}
        placeholder={props.placeholder}
        {...(isKey ? unmanaged : {})}
        autoComplete={props.autoComplete ?? (canConceal() ? 'off' : 'new-password')}
        autoFocus={props.hasFocus ?? false}
        data-takes-focus={props.hasFocus || undefined}
        className={`${props.isMono ? 'mono' : ''} ${isConcealed ? 'concealed' : ''}`}
        onChange={change}
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
