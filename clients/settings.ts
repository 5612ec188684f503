// The files that the console tells people to write, with what a run without a person needs besides.
import type { AgentSetup } from '@waystation/contract/clients/client'

type Files = Readonly<Record<string, string>>

/** The files of a setup, by path below the home. */
export function filesOf({ files = [] }: AgentSetup): Files {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]))
}

/** A file of JSON with more settings. */
export function withSettings(text: string | undefined, more: object): string {
  return JSON.stringify({ ...(JSON.parse(text ?? '{}') as object), ...more })
}
