import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import {
  ConfirmWays,
  confirmPurposes,
  Factors,
  PASSKEY_NAME_MAX,
  Passkey,
  Proof,
  TotpSecret,
  WebAuthnJson,
} from '../../people/second-factor.ts'
import { Self } from '../../people/user.ts'
import { pathId } from '../../values/id.ts'
import { exactText, nameText } from '../../values/pasted.ts'

const passkeyName = nameText().min(1, 'field_required').max(PASSKEY_NAME_MAX, 'field_too_long')

export const finishLogin = endpoint({
  method: 'POST',
  path: '/api/user/login/code',
  summary: 'Finish a login that was answered with `second_factor_needed`, by a one-time password or a recovery code',
  access: 'public',
  rate: 'login',
  csrf: true,
  writes: false,
  audit: 'login',
  body: z.object({ code: exactText().max(20).default('') }),
  data: Self,
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey/options',
  summary: 'Options for a login with a passkey, good once and in this browser',
  access: 'public',
  rate: 'critical',
  csrf: true,
  writes: false,
  data: WebAuthnJson,
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey',
  summary: 'Log in with a passkey',
  access: 'public',
  rate: 'login',
  csrf: true,
  writes: false,
  audit: 'login',
  body: z.object({ passkey: WebAuthnJson }),
  data: Self,
})

export const startConfirm = endpoint({
  method: 'POST',
  path: '/api/user/confirm/options',
  summary: 'How the caller may confirm an action that a stolen session must not be able to do',
  access: 'user',
  owner: 'own',
  rate: 'user',
  writes: false,
  body: z.object({ purpose: z.enum(confirmPurposes) }),
  data: ConfirmWays,
})

export const confirm = endpoint({
  method: 'POST',
  path: '/api/user/confirm',
  summary: 'Confirm one purpose in this session, for 15 minutes',
  access: 'user',
  owner: 'own',
  rate: 'user',
  writes: false,
  audit: 'account.confirm',
  body: Proof.extend({ purpose: z.enum(confirmPurposes) }),
  data: z.null(),
})

export const getFactors = endpoint({
  method: 'GET',
  path: '/api/user/factors',
  summary: "The caller's passkeys, one-time passwords and recovery codes",
  access: 'user',
  owner: 'own',
  data: Factors,
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/user/factors/totp',
  summary: 'A new secret for one-time passwords; in force once a code of it was given',
  access: 'user',
  owner: 'own',
  rate: 'user',
  confirms: 'ways_in',
  data: TotpSecret,
})

export const enableTotp = endpoint({
  method: 'PUT',
  path: '/api/user/factors/totp',
  summary: 'Switch one-time passwords on with a first code; the recovery codes, which are shown once',
  access: 'user',
  owner: 'own',
  rate: 'user',
  audit: 'factor.totp-on',
  confirms: 'ways_in',
  body: z.object({ code: exactText().max(20).default('') }),
  data: z.array(z.string()),
})

export const disableTotp = endpoint({
  method: 'DELETE',
  path: '/api/user/factors/totp',
  summary: 'Switch one-time passwords off; the recovery codes end with them',
  access: 'user',
  owner: 'own',
  audit: 'factor.totp-off',
  confirms: 'ways_in',
  data: z.null(),
})

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/factors/recovery_codes',
  summary: 'New recovery codes, shown once; those before end',
  access: 'user',
  owner: 'own',
  audit: 'factor.recovery-codes',
  confirms: 'ways_in',
  data: z.array(z.string()),
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/user/factors/passkeys/options',
  summary: 'Options for a new passkey, good once and in this session',
  access: 'user',
  owner: 'own',
  rate: 'user',
  confirms: 'ways_in',
  data: WebAuthnJson,
})

export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/user/factors/passkeys',
  summary: 'Add a passkey',
  access: 'user',
  owner: 'own',
  audit: 'factor.passkey-add',
  confirms: 'ways_in',
  body: z.object({ name: passkeyName, passkey: WebAuthnJson }),
  data: Passkey,
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/user/factors/passkeys/{passkey}',
  summary: 'Rename a passkey',
  access: 'user',
  owner: 'own',
  params: z.object({ passkey: pathId }),
  body: z.object({ name: passkeyName }),
  data: Passkey,
})

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/factors/passkeys/{passkey}',
  summary: 'Remove a passkey',
  access: 'user',
  owner: 'own',
  audit: 'factor.passkey-remove',
  confirms: 'ways_in',
  params: z.object({ passkey: pathId }),
  data: z.null(),
})

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/api/user/{id}/factors',
  summary: "Remove a user's passkeys, one-time passwords and recovery codes, who has lost them",
  access: 'admin',
  scope: 'users',
  owner: 'any',
  audit: 'factor.reset',
  confirms: 'user_access',
  params: z.object({ id: pathId }),
  data: z.null(),
})
