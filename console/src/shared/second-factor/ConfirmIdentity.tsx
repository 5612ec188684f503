import { startConfirm } from '@waystation/contract/api/people/second-factor'
import type { ConfirmPurpose } from '@waystation/contract/people/second-factor'
import { lazy, useEffect } from 'react'
import { call } from '~/api/call'
import { setAsker } from '~/api/confirmation'
import { questionKind } from '~/ui/dialog/question'
import type { IdentityQuestion } from './ConfirmIdentityDialog.tsx'

const { ask, Host } = questionKind<IdentityQuestion, boolean>(
  lazy(() => import('./ConfirmIdentityDialog.tsx')),
  false,
)

const asker = {
  confirm: async (purpose: ConfirmPurpose) => ask({ purpose, ways: await call(startConfirm, { body: { purpose } }) }),
  logInAgain: (message: string) => ask({ message }),
}

/** Where calls that need it ask the user to confirm who they are. Mounted once around the pages of the console. */
export function ConfirmIdentity() {
  useEffect(() => setAsker(asker), [])
  return <Host />
}
