import { useUser } from '~/session/user'

export interface Balance {
  /** Quota units; below zero when a call cost more than was held for it. */
  readonly left: number
  readonly used: number
  readonly calls: number
  /** `low`: under the threshold of the user or the installation. `empty`: nothing is left. */
  readonly state: 'well' | 'low' | 'empty'
}

/** The last known balance of the logged-in user; undefined until this browser has received it. */
export function useBalance(): Balance | undefined {
  const user = useUser()
  if (typeof user?.quota !== 'number') return undefined
  const { quota: left, used_quota: used = 0, request_count: calls = 0, quota_remind_threshold: threshold = 0 } = user
  return { left, used, calls, state: left <= 0 ? 'empty' : left < threshold ? 'low' : 'well' }
}

/** The palette tone of a state; undefined: none. */
export const balanceTone = { well: undefined, low: 'amber', empty: 'red' } as const
