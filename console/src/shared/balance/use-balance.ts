import { useUser } from '~/session/user'

export interface Balance {
  /** Quota units; below zero when a call cost more than was held for it. */
  readonly left: number
  readonly used: number
  readonly calls: number
  /** `low`: under the threshold of the user or the installation. `empty`: nothing is left. */
  readonly state: 'well' | 'low' | 'empty'
}

/** What the logged-in user has left to spend, as last heard; undefined until the server has told it to this browser. */
export function useBalance(): Balance | undefined {
  const user = useUser()
  if (typeof user?.quota !== 'number') return undefined
  const { quota: left, used_quota: used = 0, request_count: calls = 0, quota_remind_threshold: threshold = 0 } = user
  return { left, used, calls, state: left <= 0 ? 'empty' : left < threshold ? 'low' : 'well' }
}

/** In which tone of the palette a state is said; undefined: in none. */
export const balanceTone = { well: undefined, low: 'amber', empty: 'red' } as const
