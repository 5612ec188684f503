// The numeric statuses, roles and types of specification §4, each with its name and the tone in which it is shown (look.md 1).
// A number that is in no table is shown as unknown; code compares with the names below, never with bare numbers.

export type Tone = 'green' | 'lime' | 'amber' | 'orange' | 'red' | 'blue' | 'violet' | 'neutral'

export interface StatusEntry {
  readonly name: string
  readonly tone: Tone
}

export const userStatus = { active: 1, banned: 2, closed: 3 } as const
export const role = { ordinary: 1, admin: 10, root: 100 } as const
export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const
export const redemptionStatus = { unused: 1, disabled: 2, used: 3 } as const
export const logType = { topUp: 1, consumption: 2, management: 3, system: 4, checkIn: 5, error: 6 } as const
export const billingType = { perUsage: 0, perCall: 1 } as const

export type LogType = (typeof logType)[keyof typeof logType]

/** How each number is called and coloured. The console's label key is `status.<table>.<name>`. */
export const statusTables = {
  user: { 1: { name: 'active', tone: 'green' }, 2: { name: 'banned', tone: 'red' } },
  role: { 1: { name: 'ordinary', tone: 'neutral' }, 10: { name: 'admin', tone: 'violet' }, 100: { name: 'root', tone: 'violet' } },
  token: {
    1: { name: 'enabled', tone: 'green' },
    2: { name: 'disabled', tone: 'neutral' },
    3: { name: 'expired', tone: 'amber' },
    4: { name: 'exhausted', tone: 'red' },
  },
  channel: { 1: { name: 'enabled', tone: 'green' }, 2: { name: 'disabled', tone: 'neutral' }, 3: { name: 'autoDisabled', tone: 'amber' } },
  redemption: { 1: { name: 'unused', tone: 'green' }, 2: { name: 'disabled', tone: 'neutral' }, 3: { name: 'used', tone: 'amber' } },
  log: {
    1: { name: 'topUp', tone: 'blue' },
    2: { name: 'consumption', tone: 'neutral' },
    3: { name: 'management', tone: 'violet' },
    4: { name: 'system', tone: 'amber' },
    5: { name: 'checkIn', tone: 'green' },
    6: { name: 'error', tone: 'red' },
  },
} as const satisfies Record<string, Record<number, StatusEntry>>

export type StatusTable = keyof typeof statusTables

/** The entry of a number, or undefined when the table does not know it: it is then shown as unknown. */
export function statusEntry(table: StatusTable, value: number): StatusEntry | undefined {
  const entries: Readonly<Record<number, StatusEntry>> = statusTables[table]
  return entries[value]
}

/** May a user with this role use the admin screens? */
export const isAdmin = (value: number): boolean => value >= role.admin
/** Is this the super admin? */
export const isRoot = (value: number): boolean => value >= role.root
