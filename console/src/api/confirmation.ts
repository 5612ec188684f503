// What a stolen session must not be able to do, the user confirms once more (control 19). A call that the server answers with
// `confirmation_needed` waits here for the dialog. The console's layout sets the dialog, so that the API need not import screens.
import { createStore } from '@tanstack/react-store'
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { CallError } from './call-error.ts'
import { Cancelled } from './cancelled.ts'

export interface Asker {
  /** Lets the user confirm a purpose. @returns has the server accepted it? */
  readonly confirm: (purpose: ConfirmPurpose) => Promise<boolean>
  /** Says that only a new login will do, and offers it. Resolves when the user has read it. */
  readonly logInAgain: (message: string) => Promise<unknown>
}

const asker = createStore<Asker | undefined>(undefined)
/** The dialogs that are open or wait for another to close, in order. */
const open = createStore<ReadonlyMap<ConfirmPurpose | 'login', Promise<boolean>>>(new Map())

/** Sets the function that asks the user. @returns a function that removes it again */
export function setAsker(given: Asker): () => void {
  asker.setState(() => given)
  return () => asker.setState((current) => (current === given ? undefined : current))
}

/**
 * After a call has failed: returns when the user has confirmed, so that the call can be repeated. Calls that fail at the same time share
 * one dialog; for another purpose there is another dialog after it.
 * @throws the given error when a confirmation would not help, or Cancelled
 */
export async function confirmAfter(error: unknown, purpose: ConfirmPurpose | undefined): Promise<void> {
  const ask = asker.get()
  if (!(error instanceof CallError) || !ask) throw error
  if (error.code === 'confirm_log_in_again') await inTurn('login', async () => Boolean(await ask.logInAgain(error.message)))
  else if (error.code !== 'confirmation_needed' || !purpose) throw error
  else if (await inTurn(purpose, () => ask.confirm(purpose))) return
  throw new Cancelled()
}

function inTurn(key: ConfirmPurpose | 'login', ask: () => Promise<boolean>): Promise<boolean> {
  const same = open.get().get(key)
  if (same) return same
  const before = [...open.get().values()].at(-1) ?? Promise.resolve(true)
  const answer = before
    .catch(() => undefined)
    .then(ask)
    .finally(() => open.setState((others) => new Map([...others].filter(([other]) => other !== key))))
  open.setState((others) => new Map([...others, [key, answer]]))
  return answer
}
