// How what a process keeps in memory beyond a call is described.

/**
 * How a kind of state is kept right when there are other nodes.
 * - `own`: it is about this process, or about what this process sees, and right as it is
 * - `expires`: a copy that is read anew so soon that nobody is harmed
 * - `invalidated`: a copy that is dropped when `Invalidation` says that its row changed, on every node
 * - `told`: each node tells the others what it learns
 * - `shared`: counts at Redis, which all nodes ask
 */
type Care = 'own' | 'expires' | 'invalidated' | 'told' | 'shared'

export interface KeptState {
  /** The module that keeps it. */
  readonly at: string
  readonly keeps: string
  readonly care: Care
  /** Why this is enough with several nodes. */
  readonly elsewhere: string
}
