/** A value that would be another one; a secret has none that may be told. */
export type Change =
  | { readonly field: string; readonly is_secret: true }
  | { readonly field: string; readonly before: unknown; readonly after: unknown }
