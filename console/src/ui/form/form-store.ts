// The values of one form. Fields subscribe one by one, so that typing renders one field and not the form.
export type Values = Readonly<Record<string, unknown>>
export type FieldErrors = Readonly<Record<string, string>>

export interface FormStore {
  values(): Values
  errors(): FieldErrors
  set(name: string, value: unknown): void
  /** Several fields at once, such as after "fetch models". */
  patch(values: Values): void
  setErrors(errors: FieldErrors): void
  /** A field shows something that its value cannot say, such as half a row: the form cannot be sent until it is released with undefined. */
  hold(name: string, message: string | undefined): void
  holds(): FieldErrors
  isDirty(): boolean
  /** The fields that differ from what is saved, and those that hold something their value cannot say. */
  dirtyNames(): readonly string[]
  /** Back to what is saved. */
  revert(): void
  /** Other values are saved now: they take the place of everything here. */
  reset(values: Values): void
  /** What is there now counts as saved. */
  markClean(): void
  isSubmitting(): boolean
  setSubmitting(isSubmitting: boolean): void
  subscribe(listener: () => void): () => void
}

/** @param check gives the errors of all fields; it runs again on every change once the form was submitted */
export function createFormStore(initial: Values, check: (values: Values) => FieldErrors): FormStore {
  const listeners = new Set<() => void>()
  let values = initial
  let clean = initial
  let errors: FieldErrors = {}
  let holds: FieldErrors = {}
  let isSubmitting = false
  const announce = () => {
    for (const listener of listeners) listener()
  }

  const patch = (next: Values) => {
    values = { ...values, ...next }
    // An error goes as soon as its field is right; a new one appears only on submit, never while typing.
    if (Object.keys(errors).length > 0) {
      const found = { ...check(values), ...holds }
      const changed = Object.keys(next)
      errors = Object.fromEntries(Object.entries(errors).flatMap(([name, message]) => keepError(name, message, found, changed)))
    }
    announce()
  }

  const dirtyNames = () => [
    ...new Set([
      ...Object.keys(holds),
      ...(values === clean ? [] : Object.keys(values).filter((name) => !isSame(values[name], clean[name]))),
    ]),
  ]
  const reset = (next: Values) => {
    values = next
    clean = next
    errors = {}
    holds = {}
    announce()
  }

  return {
    values: () => values,
    errors: () => errors,
    set: (name, value) => patch({ [name]: value }),
    patch,
    setErrors(next) {
      errors = next
      announce()
    },
    hold(name, message) {
      if (holds[name] === message) return
      const { [name]: _, ...others } = holds
      holds = message === undefined ? others : { ...others, [name]: message }
      announce()
    },
    holds: () => holds,
    isDirty: () => dirtyNames().length > 0,
    dirtyNames,
    revert: () => reset(clean),
    reset,
    markClean() {
      clean = values
      announce()
    },
    isSubmitting: () => isSubmitting,
    setSubmitting(next) {
      isSubmitting = next
      announce()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
