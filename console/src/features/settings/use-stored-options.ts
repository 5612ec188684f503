import { listOptions } from '@waystation/contract/api/option'
import { z } from 'zod'
import { useWholeData } from '~/api/use-whole-data'

/** The stored options as the caller may see them. */
export interface StoredOptions {
  readonly texts: ReadonlyMap<string, string>
  /** Secrets that have a value. */
  readonly setSecrets: ReadonlySet<string>
  /** Options that the caller may not write. */
  readonly readOnly: ReadonlySet<string>
}

const Extra = z.object({ set_secrets: z.array(z.string()), read_only: z.array(z.string()) })

/** Loads all options but the prices, which the price screen loads by itself. `refresh` loads them again after a change. */
export function useStoredOptions(): { options: StoredOptions | undefined; error: Error | null; refresh: () => Promise<unknown> } {
  const { data, error, refresh } = useWholeData(listOptions, { query: { without: 'prices' } })
  if (!data) return { options: undefined, error, refresh }
  const extra = Extra.parse(data.extra)
  return {
    options: {
      texts: new Map(data.data.map(({ key, value }) => [key, value])),
      setSecrets: new Set(extra.set_secrets),
      readOnly: new Set(extra.read_only),
    },
    error,
    refresh,
  }
}
