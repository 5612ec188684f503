// Step 3: may this caller make this call? Checks everything but money, which is checked last (decision D10).
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import * as globals from '@waystation/contract/options/global'
import { mayUseModel } from '../../domain/token/model-limit.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../types.ts'
import { type Admission, admitWithin, countAttempt } from './call-limits.ts'
import { MAX_DRAINS_PER_USER } from './drains.ts'
import { isChecked } from './sensitive-words.ts'

/** What admitting takes. */
export type AdmitServices = Pick<Gateway, 'options' | 'rates' | 'drains' | 'words'>

/**
 * Throws browser_extension_blocked, model_not_allowed, too_many_drains, rate_limit_exceeded, tokens_per_minute_exceeded,
 * calls_at_once_exceeded, call_beyond_token_limit, sensitive_words_detected or overloaded.
 */
export async function admit(caller: Caller, call: Call, request: IncomingMessage, gateway: AdmitServices): Promise<Admission> {
  assertMayCall(caller, call, request, gateway)
  const admission = await admitWithin(caller, call, gateway)
  if (!isChecked(gateway.words, call, caller)) return admission
  try {
    await assertNoSensitiveWord(caller, call, gateway)
    return admission
  } catch (error) {
    admission.ended(0)
    throw error
  }
}

/** The same for what asks no vendor for an answer, and so takes no place while it is under way. */
export async function admitBrief(caller: Caller, call: Call, request: IncomingMessage, gateway: AdmitServices): Promise<void> {
  assertMayCall(caller, call, request, gateway)
  await countAttempt(caller, call, gateway)
  if (isChecked(gateway.words, call, caller)) await assertNoSensitiveWord(caller, call, gateway)
}

/** The same for a request that asks no model. Throws browser_extension_blocked, too_many_drains or rate_limit_exceeded. */
export async function admitWithoutModel(caller: Caller, request: IncomingMessage, gateway: AdmitServices): Promise<void> {
  assertNoExtension(request, gateway)
  assertFewDrains(caller, gateway)
  return countAttempt(caller, undefined, gateway)
}

function assertMayCall(caller: Caller, { facts: { model } }: Call, request: IncomingMessage, gateway: AdmitServices): void {
  assertNoExtension(request, gateway)
  if (caller.token && !mayUseModel(caller.token.models, model)) throw new AppError('model_not_allowed', { model })
  assertFewDrains(caller, gateway)
}

function assertNoSensitiveWord(caller: Caller, call: Call, { words }: AdmitServices): Promise<void> {
  return words.assertNoneIn(call.endpoint.operation.promptTexts(call, 'reading'), call, caller)
}

function assertNoExtension({ headers }: IncomingMessage, { options }: Pick<Gateway, 'options'>): void {
  if (options.get(globals.blockBrowserExtensionEnabled) && /extension.*:\/\//i.test(headers.origin ?? ''))
    throw new AppError('browser_extension_blocked')
}

function assertFewDrains({ user }: Caller, { drains }: Pick<Gateway, 'drains'>): void {
  if (drains.of(user.id) >= MAX_DRAINS_PER_USER) throw new AppError('too_many_drains', { limit: MAX_DRAINS_PER_USER })
}
