import { useQuery } from '@tanstack/react-query'
import { resetFactors } from '@waystation/contract/api/people/second-factor'
import { addUser, getUser, manageUser, searchUsers, updateUser } from '@waystation/contract/api/people/user'
import { getUserTimeline, listUserSessions } from '@waystation/contract/api/people/user-page'
import type { User, UserAction, UserChange, UserDraft } from '@waystation/contract/people/user'
import type { z } from 'zod'
import { call, callRecord } from '~/api/call'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'
import { refreshUser } from '~/session/refresh-user'
import { storedUser } from '~/session/user'

/** All users, closed accounts too. */
export const userList = list(searchUsers, { first: 1 })

/** One user's whole record. */
export const useUserRecord = (id: number) =>
  useQuery({
    queryKey: [getUser.path, 'record', id],
    queryFn: async ({ signal }) => (await callRecord(getUser, { params: { id } }, { signal })).data,
  })

/** Whose balance is changed. */
export interface AdjustedUser {
  readonly id: number
  readonly username: string
  /** The balance now, in quota units. */
  readonly quota: number
}

/** What a change of a user makes out of date. */
const shown = [searchUsers, getUser, getUserTimeline, listUserSessions]

/** What can be done to users; what the screen shows of them loads again afterwards. */
export function useUserCalls() {
  const refresh = useRefresh()
  const add = useCall(addUser, { refreshes: shown, done: 'user.addedToast', isQuiet: true })
  const edit = useCall(updateUser, { refreshes: shown, done: 'user.savedToast', isQuiet: true })
  const adjust = useCall(updateUser, { refreshes: shown })
  const manage = useCall(manageUser, { refreshes: shown })
  const reset = useCall(resetFactors, { refreshes: shown })
  return {
    add: (draft: z.input<typeof UserDraft>) => add.run({ body: draft }),
    edit: (change: z.input<typeof UserChange>) => seenByThemselves(change.id, edit.run({ body: change })),
    /** Adds to the balance, or with a minus takes from it. */
    adjust: ({ id }: AdjustedUser, units: number, reason: string) =>
      seenByThemselves(id, adjust.run({ body: { id, quota_delta: units, quota_reason: reason } })),
    manage: ({ id }: User, action: UserAction) => manage.run({ body: { id, action } }),
    /** Of many at once: without a toast, and what is shown loads again when all are done. */
    manageQuietly: ({ id }: User, action: UserAction) => call(manageUser, { body: { id, action } }),
    /** As above. Nothing but the group is sent: what the list shows of the rest may be old. */
    regroupQuietly: ({ id }: User, group: string) => seenByThemselves(id, call(updateUser, { body: { id, group } })),
    refresh: () => refresh(...shown),
    resetFactors: ({ id }: User) => reset.run({ params: { id } }),
    /** Takes a ban back, without a toast of its own for a failure. */
    async undoBan({ id }: User) {
      await call(manageUser, { body: { id, action: 'enable' } })
      await refresh(...shown)
    },
  }
}

/** The super admin may change their own record: the name and the balance at the top of the page follow. */
async function seenByThemselves(id: unknown, change: Promise<unknown>): Promise<void> {
  await change
  if (storedUser()?.id === id) await refreshUser()
}
