import { createStore } from '@tanstack/react-store'
import { currentLanguage } from '../../i18n/language.ts'

type ErrorTable = typeof import('@waystation/contract/errors')

const loaded = createStore<{ readonly table?: ErrorTable }>({})

/** Loads the words of the contract's errors. They are many, and a form needs them only when something in it is wrong. */
export async function loadErrorWords(): Promise<void> {
  if (loaded.get().table) return
  const table = await import('@waystation/contract/errors').catch(() => undefined)
  if (table) loaded.setState(() => ({ table }))
}

/** The words of an error in the user's language; undefined: there is no such error, or its words are not loaded. */
export function errorWords(code: string): string | undefined {
  const { table } = loaded.get()
  return table?.isErrorCode(code) ? table.errorMessage(code, {}, currentLanguage()) : undefined
}
