import type { ReactNode } from 'react'
import { Banner } from '../Banner.tsx'
import { Button } from '../Button.tsx'
import { useFormFailure, useIsSubmitting } from './Form.tsx'

/** A part of a form under a small title; parts are divided by a line. Fields stand in two columns, on a phone in one. */
export function FormSection({
  title,
  aside,
  columns = 2,
  children,
}: {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly columns?: 1 | 2 | 3
  readonly children: ReactNode
}) {
  return (
    <section className="form-section">
      {title !== undefined && (
        <div className="form-section-head">
          <h3>{title}</h3>
          {aside}
        </div>
      )}
      <div className={`form-grid columns-${columns}`}>{children}</div>
    </section>
  )
}

/** The failure of the last submit, above the fields. */
export function FormFailure() {
  const failure = useFormFailure()
  return failure === undefined ? null : <Banner tone="red">{failure}</Banner>
}

/** Submits the form it stands in, and is busy while it does. */
export function SubmitButton({
  children,
  size,
  isBlock,
  disabledReason,
}: {
  readonly children: ReactNode
  readonly size?: 'small' | 'large'
  readonly isBlock?: boolean
  readonly disabledReason?: string | undefined
}) {
  const isBusy = useIsSubmitting()
  return (
    <Button kind="primary" isSubmit isBusy={isBusy} size={size} isBlock={isBlock ?? false} disabledReason={disabledReason}>
      {children}
    </Button>
  )
}
