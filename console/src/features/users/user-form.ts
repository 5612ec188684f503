// The forms of a user: what they hold, and what of it is sent.
import { errorMessage, type Language } from '@waystation/contract/errors'
import { type User, UserChange } from '@waystation/contract/user'
import { normalUsername, usernameFault } from '@waystation/contract/user-name'
import type { z } from 'zod'

/** The fields of the form that changes a user; the balance has a dialog of its own. */
export const UserEditForm = UserChange.pick({ username: true, display_name: true, password: true, group: true })
export type UserEditValues = z.input<typeof UserEditForm>

export const blankUser = { username: '', display_name: '', password: '', group: 'default' }

/** What the form of a user begins with. The password is never known. */
export const editValuesOf = ({ username, display_name, group }: User) => ({ username, display_name, group, password: '' })

/** A new username must keep the rules; one that is there already may be from before them. */
export function usernameErrors(user: User, { username = '' }: UserEditValues, language: Language): Record<string, string> {
  const name = normalUsername(username)
  const fault = name === user.username ? undefined : usernameFault(name)
  return fault ? { username: errorMessage(fault, {}, language) } : {}
}

/** Only what was changed is sent, so that what another admin changed meanwhile stays. */
export function changeOf(user: User, values: UserEditValues): z.input<typeof UserChange> {
  const { username = user.username, display_name = user.display_name, group = user.group, password = '' } = values
  return {
    id: user.id,
    ...(username === user.username ? {} : { username }),
    ...(display_name === user.display_name ? {} : { display_name }),
    ...(group === user.group ? {} : { group }),
    ...(password === '' ? {} : { password }),
  }
}
