/** The same object type, where a field that may be undefined is one that may be absent. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The object without its fields that are undefined: they are absent, as `exactOptionalPropertyTypes` wants it. For names known in the source only. */
export function defined<T extends object>(fields: T): Defined<T> {
  const result: Partial<T> = {}
  for (const key in fields) {
    if (fields[key] !== undefined) result[key] = fields[key]
  }
  // Sound: every field whose type excludes undefined was copied, and the others are optional in Defined.
  return result as unknown as Defined<T>
}
