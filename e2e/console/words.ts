// The console's own words, so that tests click on what the screens say and not on what they said last month.

import { en } from '../../console/src/i18n/en.ts'
import { zh } from '../../console/src/i18n/zh.ts'
import type { Language } from '../../contract/src/errors.ts'

export type { Language }

interface Tree {
  readonly [key: string]: string | Tree
}

const words: Readonly<Record<Language, Tree>> = { zh, en }

/**
 * The words of a key, with the facts filled in.
 * @throws Error for a key that does not exist
 */
export function wordsOf(language: Language, key: string, facts: Readonly<Record<string, string | number>> = {}): string {
  let found: string | Tree | undefined = words[language]
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  if (typeof found !== 'string') throw new Error(`there are no words for ${key}`)
  return found.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? `{${name}}`))
}

/** Every text of a language, by key. */
export function allWords(language: Language): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (path: string, tree: string | Tree) => {
    if (typeof tree === 'string') found.set(path, tree)
    else for (const [key, inner] of Object.entries(tree)) add(path === '' ? key : `${path}.${key}`, inner)
  }
  add('', words[language])
  return found
}
