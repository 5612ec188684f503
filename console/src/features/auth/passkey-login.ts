import { passkeyLogin, startPasskeyLogin } from '@waystation/contract/api/people/second-factor'
import type { getSelf } from '@waystation/contract/api/people/session'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { call } from '~/api/call'
import { provePasskey } from '~/shared/second-factor/passkey'

/** A login with a passkey, which the user selects in a dialog of the browser. @throws Cancelled when it is closed; CallError */
export async function logInByPasskey(): Promise<CallData<typeof getSelf>> {
  return call(passkeyLogin, { body: { passkey: await provePasskey(await call(startPasskeyLogin)) } })
}
