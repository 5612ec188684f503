import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import './countdown-button.css'

export interface CountdownButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'disabledReason'> {
  /** While it may be pressed: "Send code". */
  readonly label: string
  /** While it waits: `(seconds) => t('auth.resendIn', { seconds })`. */
  readonly waiting: (seconds: number) => string
  /** How long it waits after a press that went well. */
  readonly seconds: number
  /** It waits from the beginning: what it sends was just sent. */
  readonly isWaiting?: boolean
  /** A rejection starts no wait; the call shows it. */
  readonly onClick: () => Promise<unknown>
  readonly disabledReason?: string | undefined
}

/** A button for what may be done again only after a while, such as sending a code. It counts down in words and keeps its width. */
export function CountdownButton({ label, waiting, seconds, isWaiting = false, onClick, disabledReason, ...button }: CountdownButtonProps) {
  const [endMs, setEndMs] = useState(() => (isWaiting ? Date.now() + seconds * 1000 : 0))
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = Math.ceil((endMs - nowMs) / 1000)
  const isOver = left <= 0

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNowMs(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])

  const press = async () => {
    await onClick()
    setNowMs(Date.now())
    setEndMs(Date.now() + seconds * 1000)
  }
  const words = waiting(isOver ? seconds : left)
  return (
    <Button
      {...button}
      onClick={press}
      isDisabled={!isOver || button.isDisabled === true}
      disabledReason={isOver ? disabledReason : undefined}
    >
      <span className="countdown">
        <span className={isOver ? '' : 'other'} aria-hidden={!isOver}>
          {label}
        </span>
        <span className={isOver ? 'other' : ''} aria-hidden={isOver}>
          {words}
        </span>
      </span>
    </Button>
  )
}
