// What the words after `npm run crash` choose.
import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../../server/src/db/kind.ts'
import { databaseKinds } from './database-place.ts'
import { type Outage, outages } from './outage.ts'

export interface CrashChoice {
  readonly databases: readonly DatabaseKind[]
  /** Absent: the usual number for each database. 0: no loop. */
  readonly rounds?: number
  readonly seed?: number
  readonly clients?: number
  readonly trouble: 'kill' | 'kill-connections'
  readonly isVerbose: boolean
  /** Absent: no outages. */
  readonly outages?: { readonly outage?: Outage; readonly awayMs?: number }
}

/** @throws Error naming the word that cannot be */
export function readChoice(words: readonly string[]): CrashChoice {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: 'string' },
      database: { type: 'string', default: 'all' },
      seed: { type: 'string' },
      clients: { type: 'string' },
      trouble: { type: 'string', default: 'kill' },
      verbose: { type: 'boolean', default: false },
      outages: { type: 'boolean', default: words.length === 0 },
      outage: { type: 'string' },
      'away-ms': { type: 'string' },
    },
  })
  const database = values.database === 'all' ? undefined : oneOf('database', values.database, databaseKinds)
  const outage = values.outage === undefined ? undefined : oneOf('outage', values.outage, outages)
  return {
    databases: database === undefined ? databaseKinds : [database],
    ...numbers({ rounds: values.rounds, seed: values.seed, clients: values.clients }),
    trouble: oneOf('trouble', values.trouble, ['kill', 'kill-connections'] as const),
    isVerbose: values.verbose,
    ...(values.outages || outage !== undefined
      ? { outages: { ...(outage === undefined ? {} : { outage }), ...numbers({ awayMs: values['away-ms'] }) } }
      : {}),
  }
}

function oneOf<Name extends string>(option: string, name: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === name)
  if (found === undefined) throw new Error(`--${option} must be one of ${names.join(', ')}`)
  return found
}

/** A typing error must not end in no rounds at all, which would count as clean. */
function numbers<Key extends string>(texts: Readonly<Record<Key, string | undefined>>): Partial<Record<Key, number>> {
  const given: Partial<Record<Key, number>> = {}
  for (const key in texts) {
    const text = texts[key]
    if (text === undefined) continue
    if (!/^\d{1,9}$/.test(text)) throw new Error(`${key}: ${text} is no whole number`)
    given[key] = Number(text)
  }
  return given
}
