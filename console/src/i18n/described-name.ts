import type { Language } from './language.ts'

/**
 * A name with what its owner says of it, where that is in the language of the screen: Chinese words, such as those that groups have from the
 * beginning, say nothing to people who read English.
 */
export function describedName(name: string, description: string | undefined, language: Language): string {
  const isReadable = language === 'zh' || !/\p{Script=Han}/u.test(description ?? '')
  return description && description !== name && isReadable ? `${name} · ${description}` : name
}
