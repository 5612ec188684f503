// Secrets are named in the file, and stand somewhere else: in a variable of the environment, or in a file of their own.
import { resolve } from 'node:path'
import { isRecord } from '../../lib/fields.ts'
import { secretIn } from '../../lib/secret-files.ts'

/** A secret as the file names it; `fault` says why there is none. */
export type Referred = { readonly text: string; readonly fault?: undefined } | { readonly fault: string }

export type References = (given: unknown) => Referred

const HOW = 'a secret does not stand in the file itself: write {env: NAME} or {file: PATH}'

/** @param folder what paths are relative to: the folder of the configuration */
export function openReferences(environment: Readonly<Record<string, string | undefined>>, folder: string): References {
  const one = (given: unknown): Referred => {
    if (!isRecord(given) || Object.keys(given).length !== 1) return { fault: HOW }
    const { env, file } = given
    if (typeof env === 'string' && env !== '') {
      const text = environment[env]
      if (text === undefined) return { fault: `the environment variable ${env} is not set` }
      return text.trim() === '' ? { fault: `the environment variable ${env} is empty` } : { text }
    }
    if (typeof file !== 'string' || file === '') return { fault: HOW }
    try {
      return { text: secretIn(resolve(folder, file), 'the configuration') }
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) }
    }
  }
  return (given) => {
    if (!Array.isArray(given)) return one(given)
    const all = given.map(one)
    const bad = all.find(({ fault }) => fault !== undefined)
    return bad ?? { text: all.map((each) => (each.fault === undefined ? each.text : '')).join('\n') }
  }
}
