// Users who were selected on one page to be written to on another. They are held by the step of the history: a reload and the back button
// keep them, and the address stays short however many they are.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { MessageCandidate } from '@waystation/contract/people/message'
import { z } from 'zod'
import { paths } from '~/paths'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The recipients of a new message. */
    readonly recipients?: readonly MessageCandidate[]
  }
}

/** Of a step from another version of the console, nobody. */
const Recipients = z.array(MessageCandidate).catch([])

/** Opens the drawer of a new message to these users. */
export function useWriteTo(): (users: readonly MessageCandidate[]) => Promise<void> {
  const navigate = useNavigate()
  return (users) => {
    // Rows of lists have more fields, which have no place in a history.
    const recipients = users.map(({ id, username, display_name, group }) => ({ id, username, display_name, group }))
    return navigate({ to: paths.messages(), search: { edit: 'new' }, state: { recipients } })
  }
}

/** To whom the new message on this page is to go; nobody where it was not opened for anybody. */
export const useWrittenTo = (): readonly MessageCandidate[] => Recipients.parse(useLocation().state.recipients)
