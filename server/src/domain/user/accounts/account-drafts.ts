// What a new account gets, by the options of the day.
import type { Language } from '@waystation/contract/errors'
import { affEnabled, inviterAfterPayment, quotaForInvitee, quotaForInviter, quotaForNewUser } from '@waystation/contract/options/check-in'
import { firstTokenEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { TokenDraft } from '@waystation/contract/people/token'
import { newRequestId } from '../../../lib/request-id.ts'
import type { Secrets } from '../../../lib/secret.ts'
import { keepsKeys, newKey } from '../../token/new-key.ts'
import { tokenColumns } from '../../token/token-record.ts'
import type { AccountDraft } from '../registration/new-account.ts'

export interface AccountDraftParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly secrets: Secrets
}

/** Who opens an account, and how. */
export interface NewPerson extends Pick<AccountDraft, 'username' | 'displayName' | 'passwordHash' | 'email' | 'cause' | 'inviteCode'> {
  readonly language: Language
}

/** The draft of an account for `insertAccount`. */
export function accountDraft({ options, secrets }: AccountDraftParts, person: NewPerson): AccountDraft {
  const isAffOn = options.get(affEnabled)
  return {
    ...person,
    inviteCode: isAffOn ? person.inviteCode.trim() : '',
    quota: options.get(quotaForNewUser),
    gifts: {
      toInviter: options.get(quotaForInviter),
      toInvitee: options.get(quotaForInvitee),
      isInvitersLate: options.get(inviterAfterPayment),
    },
    firstToken: firstToken({ options, secrets }, person.language),
  }
}

/** Without a limit of its own: the user's balance is the limit. None where keys are shown only at creation, for nobody would see it. */
function firstToken({ options, secrets }: AccountDraftParts, language: Language): AccountDraft['firstToken'] {
  if (!options.get(firstTokenEnabled) || !keepsKeys(options)) return undefined
  const token = TokenDraft.parse({ name: language === 'zh' ? '初始令牌' : 'First token', unlimited_quota: true, remain_quota: 0 })
  return { columns: tokenColumns(token), key: newKey(secrets, true).stored, quota: 0, ref: newRequestId() }
}
