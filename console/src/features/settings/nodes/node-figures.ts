// What the list of nodes says of them: pure, so that NodeList only draws.
import type { ServerNode } from '@waystation/contract/site/node'

/** Does it work, or is it on its way out? */
export const isAtWork = ({ state }: ServerNode): boolean => state === 'running' || state === 'ending'

/** Versions of nodes at work that no majority of them has, as during an upgrade. A node that has not told its version counts for none. */
export function oddVersions(nodes: readonly ServerNode[]): ReadonlySet<string> {
  const told = nodes.filter((node) => isAtWork(node) && node.version !== '')
  const byVersion = Map.groupBy(told, ({ version }) => version)
  return new Set([...byVersion].filter(([, { length }]) => length * 2 <= told.length).map(([version]) => version))
}

/** Unix seconds of the newest sign: now, by the clock that all signs were made by, whatever the browser's says. */
export const newestSign = (nodes: readonly ServerNode[]): number => Math.max(0, ...nodes.map(({ seen_at }) => seen_at))

export type Age = { readonly unit: 'now' } | { readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'; readonly count: number }

/** Nodes give a sign every five seconds. */
const JUST_NOW_SECONDS = 10

/** How long ago something was, in the largest unit of which there is a whole one. */
export function ageOf(seconds: number): Age {
  if (seconds < JUST_NOW_SECONDS) return { unit: 'now' }
  if (seconds < 60) return { unit: 'seconds', count: Math.floor(seconds) }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}

const MB = 1024 * 1024

/** Whole megabytes, and from a thousand of them gigabytes with one decimal. */
export const memoryText = (bytes: number): string =>
  bytes < 1000 * MB ? `${Math.round(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`
