// The values of one form. Fields select what is theirs, so that typing renders one field and not the form.
import { createStore, type Store } from '@tanstack/react-store'

export type Values = Readonly<Record<string, unknown>>
export type FieldErrors = Readonly<Record<string, string>>

export interface FormState {
  readonly values: Values
  /** What is saved. */
  readonly saved: Values
  readonly errors: FieldErrors
  /** Fields with input that their value cannot express, such as half a row. */
  readonly holds: FieldErrors
  readonly isSubmitting: boolean
}

/** The fields that differ from what is saved, and those with input that their value cannot express. */
export function dirtyNames({ values, saved, holds }: FormState): readonly string[] {
  const changed = values === saved ? [] : Object.keys(values).filter((name) => !isSame(values[name], saved[name]))
  return [...new Set([...Object.keys(holds), ...changed])]
}

export const isDirty = (state: FormState): boolean => dirtyNames(state).length > 0

export class FormStore {
  readonly #store: Store<FormState>
  readonly #check: (values: Values) => FieldErrors

  /** @param check gives the errors of all fields; it runs again on every change once the form was submitted */
  constructor(initial: Values, check: (values: Values) => FieldErrors) {
    this.#store = createStore<FormState>({ values: initial, saved: initial, errors: {}, holds: {}, isSubmitting: false })
    this.#check = check
  }

  /** For components that show a part of it: `useSelector(store.state, ({ values }) => values.name)`. */
  get state(): Pick<Store<FormState>, 'get' | 'subscribe'> {
    return this.#store
  }

  values(): Values {
    return this.#store.get().values
  }

  errors(): FieldErrors {
    return this.#store.get().errors
  }

  holds(): FieldErrors {
    return this.#store.get().holds
  }

  isDirty(): boolean {
    return isDirty(this.#store.get())
  }

  dirtyNames(): readonly string[] {
    return dirtyNames(this.#store.get())
  }

  isSubmitting(): boolean {
    return this.#store.get().isSubmitting
  }

  set(name: string, value: unknown): void {
    this.patch({ [name]: value })
  }

  /** Several fields at once, such as after "fetch models". */
  patch(next: Values): void {
    this.#store.setState((state) => {
      const values = { ...state.values, ...next }
      return { ...state, values, errors: this.#errorsLeft({ ...state, values }, Object.keys(next)) }
    })
  }

  setErrors(errors: FieldErrors): void {
    this.#change({ errors })
  }

  /** A field has input that its value cannot express: the form cannot be sent until it is released with undefined. */
  hold(name: string, message: string | undefined): void {
    const { [name]: held, ...others } = this.holds()
    if (held !== message) this.#change({ holds: message === undefined ? others : { ...others, [name]: message } })
  }

  /** Back to what is saved. */
  revert(): void {
    this.reset(this.#store.get().saved)
  }

  /** Other values are saved now: they take the place of everything here. */
  reset(values: Values): void {
    this.#change({ values, saved: values, errors: {}, holds: {} })
  }

  /** The server has other values now: fields that were not edited take them, edits stay. */
  rebase(saved: Values): void {
    this.#store.setState((state) => {
      const isEdited = (name: string) => name in state.holds || !isSame(state.values[name], state.saved[name])
      const kept = Object.keys(state.values).filter(isEdited)
      return { ...state, saved, values: { ...saved, ...Object.fromEntries(kept.map((name) => [name, state.values[name]])) } }
    })
  }

  /** One field was saved, as this value: for forms of which a part may fail. */
  settle(name: string, value: unknown): void {
    const { values, saved } = this.#store.get()
    this.#change({ values: { ...values, [name]: value }, saved: { ...saved, [name]: value } })
  }

  /** What is there now counts as saved. */
  markClean(): void {
    this.#change({ saved: this.values() })
  }

  setSubmitting(isSubmitting: boolean): void {
    this.#change({ isSubmitting })
  }

  #change(patch: Partial<FormState>): void {
    this.#store.setState((state) => ({ ...state, ...patch }))
  }

  /** An error goes as soon as its field is right; a new one appears only on submit, never while typing. */
  #errorsLeft({ values, errors, holds }: FormState, changed: readonly string[]): FieldErrors {
    if (Object.keys(errors).length === 0) return errors
    const found = { ...this.#check(values), ...holds }
    return Object.fromEntries(Object.entries(errors).flatMap(([name, message]) => keepError(name, message, found, changed)))
  }
}

/** An error from the server goes when its field changes; one of ours stays until the rule is met. */
function keepError(name: string, message: string, found: FieldErrors, changed: readonly string[]): [string, string][] {
  const now = found[name]
  if (now !== undefined) return [[name, now]]
  return changed.includes(name) ? [] : [[name, message]]
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
