import { describe, expect, test } from 'vitest'
import { isErrorCode } from '../errors.ts'
import { role, userStatus } from '../site/status-table.ts'
import { actionFault, type Manageable, type RankedAction } from './rank.ts'
import { userActions } from './user.ts'

const actions: readonly RankedAction[] = [...userActions, 'edit', 'reset_factors']
const roles = ['ordinary', 'admin', 'root'] as const
type RoleName = (typeof roles)[number]

/**
 * What is allowed by specification §6 and §4, written down by hand. "Admins cannot act on users of equal or higher level; a regular admin
 * cannot promote others to admin; the super admin cannot be disabled, deleted or demoted." What is not in the table is refused.
 */
const allowed: Readonly<Record<`${RoleName} on ${RoleName | 'themselves'}`, string>> = {
  'ordinary on ordinary': '',
  'ordinary on admin': '',
  'ordinary on root': '',
  'ordinary on themselves': '',
  'admin on ordinary': 'edit disable enable delete reset_factors',
  'admin on admin': '',
  'admin on root': '',
  'admin on themselves': '',
  'root on ordinary': 'edit promote disable enable delete reset_factors',
  'root on admin': 'edit demote disable enable delete reset_factors',
  'root on root': '',
  'root on themselves': 'edit',
}
/** What a state of the target takes away from the table. */
const states = {
  active: { status: userStatus.active, isDeleted: false, refused: '' },
  banned: { status: userStatus.banned, isDeleted: false, refused: '' },
  closed: { status: userStatus.closed, isDeleted: false, refused: 'enable' },
  deleted: { status: userStatus.active, isDeleted: true, refused: actions.join(' ') },
} as const
const isIn = (list: string, action: string) => list.split(' ').includes(action)

describe.each(Object.entries(states))('SEC-3: a user who is %s', (_state, { refused, ...standing }) => {
  for (const actorRole of roles) {
    for (const targetRole of [...roles, 'themselves'] as const) {
      for (const action of actions) {
        const pair = `${actorRole} on ${targetRole}` as const
        const isAllowed = isIn(allowed[pair], action) && !isIn(refused, action)
        test(`${pair}: ${action} is ${isAllowed ? 'allowed' : 'refused'}`, () => {
          const actor = { id: 1, role: role[actorRole] }
          const target: Manageable =
            targetRole === 'themselves' ? { ...actor, ...standing } : { id: 2, role: role[targetRole], ...standing }
          expect(actionFault(actor, target, action) === undefined).toBe(isAllowed)
          const fault = actionFault(actor, target, action)
          if (!isAllowed) expect(isErrorCode(fault ?? '')).toBe(true)
        })
      }
    }
  }
})

test('the table names every pair of roles', () => {
  expect(Object.keys(allowed)).toHaveLength(roles.length * (roles.length + 1))
})

test('a role between the known ones counts by its number', () => {
  const target = { id: 2, role: role.admin, status: userStatus.active, isDeleted: false }
  expect(actionFault({ id: 1, role: 50 }, target, 'demote')).toBeUndefined()
  expect(actionFault({ id: 1, role: 50 }, { ...target, role: 50 }, 'demote')).toBeDefined()
  expect(actionFault({ id: 1, role: 50 }, { ...target, role: role.ordinary }, 'promote')).toBeDefined()
})
