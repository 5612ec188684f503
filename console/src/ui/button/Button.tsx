import { Button as AntButton } from 'antd'
import { type ReactNode, useState } from 'react'

export interface ButtonProps {
  readonly children: ReactNode
  /** One primary per panel or drawer. */
  readonly kind?: 'primary' | 'default' | 'text' | 'danger' | 'danger-filled'
  readonly icon?: ReactNode
  readonly size?: 'small' | 'large' | undefined
  /** A promise keeps the button busy until it settles; a rejection is swallowed here because calls show their own failures. */
  readonly onClick?: (() => unknown) | undefined
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Why it cannot be pressed now. Given, the button is disabled and shows it. */
  readonly disabledReason?: string | undefined
  readonly isSubmit?: boolean
  readonly isBlock?: boolean
  readonly hasFocus?: boolean
  /** Id of the form that it submits from outside. */
  readonly form?: string
}

/** A button: verb + thing. */
export function Button({
  children,
  kind = 'default',
  icon,
  size,
  onClick,
  isBusy,
  isDisabled,
  disabledReason,
  isSubmit,
  isBlock,
  hasFocus,
  form,
}: ButtonProps) {
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    const result = onClick?.()
    if (!(result instanceof Promise)) return
    setIsRunning(true)
    await result.catch(() => undefined)
    setIsRunning(false)
  }
  return (
    <AntButton
      type={kind === 'primary' || kind === 'danger-filled' ? 'primary' : kind === 'text' ? 'text' : 'default'}
      danger={kind === 'danger' || kind === 'danger-filled'}
      icon={icon}
      size={size}
      loading={isBusy === true || isRunning}
      disabled={isDisabled === true || disabledReason !== undefined}
      title={disabledReason}
      htmlType={isSubmit ? 'submit' : 'button'}
      block={isBlock ?? false}
      autoFocus={hasFocus ?? false}
      className={kind === 'danger' ? 'quiet-danger' : ''}
      form={form}
      onClick={onClick ? run : undefined}
    >
      {children}
    </AntButton>
  )
}
