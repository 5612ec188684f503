import { createStore, useSelector } from '@tanstack/react-store'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import type { z } from 'zod'
import { CallError, messageOf } from '../../api/call-error.ts'
import { Cancelled } from '../../api/cancelled.ts'
import { text } from '../../i18n/index.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { Button } from '../button/Button.tsx'
import { Banner } from '../page/Banner.tsx'
import { type FieldErrors, FormStore, type Values } from './form-store.ts'
import './form.css'

// The errors of a contract schema for a form, in the user's language. The schemas' own messages are error codes of the contract.

/** Field name to message; the first problem of each field. `loadErrorWords` must have been waited for, or some say less. */
function checkSchema(schema: z.ZodType, values: Values): FieldErrors {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const found: Record<string, string> = {}
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '')
    found[name] ??= wordsOf(issue)
  }
  return found
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const words = errorWords(issue.message)
  if (words !== undefined) return words
  if (issue.code === 'too_small') {
    if (issue.origin === 'string')
      return Number(issue.minimum) <= 1 ? text('form.required') : text('form.tooShort', { min: String(issue.minimum) })
    if (issue.origin === 'array') return text('form.required')
    return text('form.tooSmall', { min: String(issue.minimum) })
  }
  if (issue.code === 'too_big') return text(issue.origin === 'string' ? 'form.tooLong' : 'form.tooBig', { max: String(issue.maximum) })
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === null) return text('form.required')
    return issue.expected === 'number' ? text('form.notNumber') : issue.expected === 'int' ? text('form.notInteger') : text('form.invalid')
  }
  if (issue.code === 'invalid_format') return text(issue.format === 'url' ? 'form.notUrl' : 'form.invalid')
  return text('form.invalid')
}

export interface FormProps<Schema extends z.ZodObject> {
  /** The contract's schema of what is sent: the same rules as the server's. */
  readonly schema: Schema
  /** As it stands on the wire: a comma list is text, "never" is -1. A whole record may be given; what the schema does not name is not sent. */
  readonly initial: Partial<z.input<Schema>> & Values
  /** More rules than the schema's, such as two passwords that must match: field name to message. */
  readonly check?: (values: z.input<Schema>) => FieldErrors
  /**
   * Sends. After a `Cancelled` the form stands as it was. A CallError that it throws is shown at its fields, or above them; so the call must be quiet (`useCall(…, { isQuiet: true })`).
   */
  readonly onSubmit: (values: z.input<Schema>) => unknown
  readonly children: ReactNode
  readonly id?: string
  readonly store?: FormStore
  /** Disables all fields; the parent shows the reason. */
  readonly isLocked?: boolean
}

interface FormScope {
  readonly store: FormStore
  readonly id: string
  readonly failure: CallError | Error | undefined
  readonly isLocked: boolean
}

const Scope = createContext<FormScope | undefined>(undefined)

/** A form over a contract schema. Enter submits; the first wrong field gets the focus. */
export function Form<Schema extends z.ZodObject>({
  schema,
  initial,
  check,
  onSubmit,
  children,
  id,
  store: given,
  isLocked = false,
}: FormProps<Schema>) {
  const ownId = useId()
  const formId = id ?? ownId
  const [ownStore] = useState(() => given ?? new FormStore(initial, (values) => checkAll(schema, check, values)))
  const store = given ?? ownStore
  const [failure, setFailure] = useState<Error>()

  const submit = async () => {
    if (store.isSubmitting()) return
    setFailure(undefined)
    if (!schema.safeParse(store.values()).success) await loadErrorWords()
    const found = { ...checkAll(schema, check, store.values()), ...store.holds() }
    if (showErrors(store, found, formId)) return
    store.setSubmitting(true)
    try {
      await onSubmit(sentValues(schema, store.values()))
      store.markClean()
    } catch (error) {
      if (error instanceof Cancelled) return
      const fields = error instanceof CallError ? error.fields : {}
      if (!showErrors(store, fields, formId)) setFailure(error instanceof Error ? error : new Error(String(error)))
    } finally {
      store.setSubmitting(false)
    }
  }

  return (
    <Scope value={{ store, id: formId, failure, isLocked }}>
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {children}
      </form>
    </Scope>
  )
}

/** All rules of a form. */
export function checkAll<Schema extends z.ZodObject>(schema: Schema, check: FormProps<Schema>['check'], values: Values): FieldErrors {
  // The fields have the types of the schema; only what is in them may break its rules, and that is what is being checked.
  return { ...check?.(values as z.input<Schema>), ...checkSchema(schema, values) }
}

/** The form around a field. */
export function useFormScope(): FormScope {
  const scope = useContext(Scope)
  if (!scope) throw new Error('a field stands outside a form')
  return scope
}

/** The values of the form around, for fields that depend on others. Renders on every change: prefer `useFormValue`. */
export function useFormValue<Value = unknown>(name: string): Value {
  const { store } = useFormScope()
  return useSelector(store.state, ({ values }) => values[name]) as Value
}

export function useIsSubmitting(): boolean {
  const { store } = useFormScope()
  return useSelector(store.state, ({ isSubmitting }) => isSubmitting)
}

/** What went wrong when the form was sent, if no field is to blame. */
function useFormFailure(): string | undefined {
  const { failure } = useFormScope()
  return failure && (messageOf(failure) || text('error.saveFailed'))
}

function sentValues<Schema extends z.ZodObject>(schema: Schema, values: Values): z.input<Schema> {
  const names = Object.keys(schema.shape).filter((name) => values[name] !== undefined)
  const sent = Object.fromEntries(names.map((name) => [name, values[name]]))
  if (!accepts(schema, sent)) throw new Error('a form was sent whose values were not checked')
  return sent
}

function accepts<Schema extends z.ZodObject>(schema: Schema, values: unknown): values is z.input<Schema> {
  return schema.safeParse(values).success
}

function showErrors(store: FormStore, found: FieldErrors, formId: string): boolean {
  store.setErrors(found)
  if (Object.keys(found).length === 0) return false
  requestAnimationFrame(() => document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  return true
}

type ErrorTable = typeof import('@waystation/contract/errors')

const loaded = createStore<{ readonly table?: ErrorTable }>({})

/** Loads the words of the contract's errors. They are many, and a form needs them only when something in it is wrong. */
async function loadErrorWords(): Promise<void> {
  if (loaded.get().table) return
  const table = await import('@waystation/contract/errors').catch(() => undefined)
  if (table) loaded.setState(() => ({ table }))
}

/** The words of an error in the user's language; undefined: there is no such error, or its words are not loaded. */
function errorWords(code: string): string | undefined {
  const { table } = loaded.get()
  return table?.isErrorCode(code) ? table.errorMessage(code, {}, currentLanguage()) : undefined
}

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
