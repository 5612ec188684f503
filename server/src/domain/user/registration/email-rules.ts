// Which mail addresses are taken for new accounts, and for binding one. Source: server-behaviour 5.3.
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { emailAliasRestrictionEnabled, emailDomainRestrictionEnabled, emailDomainWhitelist } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { emailFault } from '@waystation/contract/people/user-name'

/**
 * A typed address without the spaces around it.
 * @throws AppError email_required, email_invalid or email_scripts
 */
export function typedEmail(typed: string): string {
  const email = typed.trim()
  if (email === '') throw refusal('email_required')
  const fault = emailFault(email)
  if (fault) throw refusal(fault)
  return email
}

/** @throws AppError email_domain_refused or email_alias_refused */
export function assertAcceptedEmail(email: string, options: { get<Value>(option: Option<Value>): Value }): void {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (options.get(emailDomainRestrictionEnabled) && !options.get(emailDomainWhitelist).some((one) => one.toLowerCase() === domain))
    throw refusal('email_domain_refused')
  if (options.get(emailAliasRestrictionEnabled) && /[+.]/.test(email.slice(0, at))) throw refusal('email_alias_refused')
}

function refusal(code: ErrorCode): AppError {
  return new AppError(code, {}, { fields: { email: code } })
}
