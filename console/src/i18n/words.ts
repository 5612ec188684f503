/**
 * The same tree of keys with any words at the leaves: `export const token: Words<typeof zhToken>` misses no key and invents none. Chinese has one
 * form for every count, `x_other`; a language with a singular has `x_one` too.
 */
export type Words<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Words<Tree[Key]> } & {
  readonly [Key in keyof Tree as Key extends `${infer Stem}_other` ? `${Stem}_one` : never]: string
}
