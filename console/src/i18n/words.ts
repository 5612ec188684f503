/** The same tree of keys with any words at the leaves: `export const token: Words<typeof zhToken>` misses no key and invents none. */
export type Words<Tree> = { readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Words<Tree[Key]> }
