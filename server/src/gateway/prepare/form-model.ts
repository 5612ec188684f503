import type { Form } from '../form.ts'

/** The form with the name that the model has at the vendor; everything else as it came, in the order in which it came. */
export function withFormModel(form: Form, model: string): Form {
  const named = { name: 'model', text: model }
  return form.some(({ name }) => name === 'model') ? form.map((part) => (part.name === 'model' ? named : part)) : [named, ...form]
}
