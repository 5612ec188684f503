import { lazy, Suspense } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Skeleton } from '../../page/States.tsx'
import { ZoneNote } from '../../text/ZoneNote.tsx'
import { FieldFrame, type FieldProps, useField } from '../Field.tsx'
import type { DateTimeInputProps } from './DateTimeInput.tsx'
import { QuickChoices } from './QuickChoices.tsx'

const DateTimeInput = lazy(() => import('./DateTimeInput.tsx'))

export interface MomentFieldProps extends FieldProps {
  /** By the clock of this zone; absent: of the site's. */
  readonly zone?: string
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
      <MomentInput
        unix={field.value}
        onChange={(unix) => field.set(unix)}
        status={field.status}
        control={field.control}
        {...(props.zone === undefined ? {} : { zone: props.zone })}
      />
    </FieldFrame>
  )
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** When something stops being valid: unix seconds, -1 for never. Quick choices as in the specification (section 9). */
export function ExpiryField(props: FieldProps) {
  const t = useText()
  const field = useField<number | undefined>(props)
  const isNever = field.value === undefined || field.value < 0
  const left = isNever ? 0 : (field.value ?? 0) - Date.now() / 1000
  const spans = [
    { label: t('time.hour'), seconds: HOUR_SECONDS },
    { label: t('time.day'), seconds: DAY_SECONDS },
    { label: t('time.month'), seconds: 30 * DAY_SECONDS },
  ]
  return (
    <FieldFrame
      props={props}
      field={field}
      below={
        <QuickChoices
          isDisabled={field.control.disabled}
          choices={[
            { label: t('time.neverShort'), isChosen: isNever, choose: () => field.set(-1) },
            ...spans.map(({ label, seconds }) => ({
              label,
              // Chosen while what is left still rounds to it: the clock goes on as the form stands open.
              isChosen: !isNever && Math.abs(left - seconds) < 300,
              choose: () => field.set(Math.floor(Date.now() / 1000) + seconds),
            })),
          ]}
        />
      }
    >
      <MomentInput
        unix={isNever ? undefined : field.value}
        onChange={(unix) => field.set(unix ?? -1)}
        placeholder={t('time.never')}
        status={field.status}
        control={field.control}
      />
    </FieldFrame>
  )
}

/** The picker, with a placeholder of its height while it loads. */
function MomentInput(props: DateTimeInputProps) {
  return (
    <Suspense
      fallback={
        <div style={{ height: 32 }}>
          <Skeleton width="100%" />
        </div>
      }
    >
      <DateTimeInput {...props} />
      {props.zone === undefined && <ZoneNote />}
    </Suspense>
  )
}
