import { useSelector } from '@tanstack/react-store'
import { cleanExact } from '@waystation/contract/values/pasted'
import { type ReactNode, useId } from 'react'
import { useText } from '../../i18n/index.ts'
import { useFormScope, useFormValue } from './Form.tsx'
import { dirtyNames } from './form-store.ts'

/** What every field takes. */
export interface FieldProps {
  /** The schema's name for it. */
  readonly name: string
  readonly label: ReactNode
  /** One line below; an error replaces it. */
  readonly hint?: ReactNode
  /** Below an error: where it is mended, such as a link to another field. */
  readonly remedy?: ReactNode
  readonly isRequired?: boolean
  /** What is saved of what is typed, by the kind of the text: what does not belong to it is told. */
  readonly cleanedBy?: ((typed: string) => string) | undefined
  /** Over both columns. */
  readonly isWide?: boolean
  /** Name of a field: this one is not shown while that one is on. */
  readonly hideWhen?: string
  /** Name of a field: this one is shown only while that one is on. */
  readonly showWhen?: string
  /** Why it cannot be changed now; the field is then disabled and shows the reason. */
  readonly disabledReason?: string | undefined
  /** Cannot be changed at all; the hint says why. */
  readonly isReadOnly?: boolean
}

/** What a field's control needs to be named and described. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  readonly disabled: boolean
}

export interface FieldState<Value> {
  readonly value: Value
  readonly set: (value: Value) => void
  readonly error: string | undefined
  readonly control: ControlProps
  /** antd's error state. */
  readonly status: '' | 'error'
}

/** The value, error and naming of a field of the form around. */
export function useField<Value>(props: FieldProps): FieldState<Value> {
  const { store, isLocked } = useFormScope()
  const id = useId()
  const value = useFormValue<Value>(props.name)
  const error = useSelector(store.state, ({ errors }) => errors[props.name])
  return {
    value,
    set: (next) => store.set(props.name, next),
    error,
    status: error ? 'error' : '',
    control: {
      id,
      'aria-describedby': `${id}-hint`,
      'aria-invalid': error !== undefined,
      'aria-required': props.isRequired === true,
      disabled: isLocked || props.isReadOnly === true || props.disabledReason !== undefined,
    },
  }
}

/** Label above, control, then the hint or the error. */
export function FieldFrame({
  props,
  field,
  below,
  children,
}: {
  readonly props: FieldProps
  readonly field: Pick<FieldState<never>, 'control' | 'error'>
  readonly below?: ReactNode
  readonly children: ReactNode
}) {
  const t = useText()
  const { store } = useFormScope()
  const isHidden = useSelector(
    store.state,
    ({ values }) =>
      (props.hideWhen !== undefined && Boolean(values[props.hideWhen])) || (props.showWhen !== undefined && !values[props.showWhen]),
  )
  const isDirty = useSelector(store.state, (state) => dirtyNames(state).includes(props.name))
  if (isHidden) return null
  const hint = props.disabledReason === undefined ? props.hint : t('form.notNow', { reason: props.disabledReason })
  return (
    <div className={`field ${props.isWide ? 'wide' : ''}`} data-field={props.name} data-dirty={isDirty || undefined}>
      <label htmlFor={field.control.id} className={props.isRequired ? 'required' : ''}>
        {props.label}
      </label>
      {children}
      {below}
      {props.cleanedBy && <CutOff name={props.name} cleanedBy={props.cleanedBy} />}
      <div
        id={field.control['aria-describedby']}
        role={field.error ? 'alert' : undefined}
        className={field.error ? 'field-error' : 'field-hint'}
      >
        {field.error ?? hint}
        {field.error !== undefined && props.remedy && <> {props.remedy}</>}
      </div>
    </div>
  )
}

/** Says that not all of what stands in the field will be saved. */
function CutOff({ name, cleanedBy }: { readonly name: string; readonly cleanedBy: (typed: string) => string }) {
  const t = useText()
  const typed = useFormValue<unknown>(name)
  const isCut = typeof typed === 'string' && cleanedBy(typed) !== typed
  return (
    <div role="status" className="field-hint" hidden={!isCut}>
      {isCut && t(cleanExact(typed) === typed ? 'form.unwrapped' : 'form.cutOff')}
    </div>
  )
}
