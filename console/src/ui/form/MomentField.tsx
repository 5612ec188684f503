import { lazy, Suspense } from 'react'
import { Skeleton } from '../EmptyState.tsx'
import { FieldFrame, type FieldProps, useField } from './Field.tsx'
import { QuickChoices } from './QuickChoices.tsx'

const DateTimeInput = lazy(() => import('./DateTimeInput.tsx'))

export interface MomentFieldProps extends FieldProps {
  /** Moments to choose at once, unix seconds. Taken when the form is drawn. */
  readonly presets?: readonly { readonly label: string; readonly unix: number }[]
}

/** A moment in unix seconds; undefined while nothing is chosen. */
export function MomentField(props: MomentFieldProps) {
  const field = useField<number | undefined>(props)
  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <QuickChoices
          isDisabled={field.control.disabled}
          choices={(props.presets ?? []).map(({ label, unix }) => ({
            label,
            isChosen: field.value === unix,
            choose: () => field.set(unix),
          }))}
        />
      }
    >
      <Suspense
        fallback={
          <div style={{ height: 32 }}>
            <Skeleton width="100%" />
          </div>
        }
      >
        <DateTimeInput unix={field.value} onChange={(unix) => field.set(unix)} status={field.status} control={field.control} />
      </Suspense>
    </FieldFrame>
  )
}
