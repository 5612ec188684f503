// What several members of the family have alike.
import { channelTypes } from '@waystation/contract/channels/channel-type'
import type { ImportNoteCode } from '@waystation/contract/site/import'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { Identity } from '../../domain/identity/identity-store.ts'
import { flagOf, listOf, textOf } from '../fields.ts'
import type { Member, TypeHere } from './member.ts'

const known = new Set(channelTypes.map(({ id }) => id))

/** Types whose numbers are the same here. */
export const sameNumbers = (type: number): TypeHere | undefined => (known.has(type) ? { type } : undefined)

/** Types by a table of numbers there to numbers here; with an address where the type stood for one that is none here. */
export function numbersBy(table: Readonly<Record<number, number | TypeHere>>): Member['channelType'] {
  return (type) => {
    const here = table[type]
    return typeof here === 'number' ? { type: here } : here
  }
}

/** Limits of tokens that stand in columns of their own: models with commas between them, and an address on each line. */
export const wideTokenLimits: Member['tokenLimits'] = (row) => ({
  models: flagOf(row, 'model_limits_enabled') ? listOf(textOf(row, 'model_limits')) : undefined,
  addresses: textOf(row, 'allow_ips').replaceAll(/[ ,]/g, '').split('\n'),
})

/** A number that a site gave to an account, which never changes hands. */
const NUMBER = /^[1-9]\d{0,18}$/

/**
 * Accounts at other sites by ids that never change hands. A name at GitHub may be given up and taken by somebody else, so it binds nobody
 * here (control 11).
 */
export function steadyIdentities(
  row: ForeignRow,
  options: ReadonlyMap<string, string>,
  { hasGithubNumbers }: { readonly hasGithubNumbers: boolean },
): { bound: Identity[]; notes: ImportNoteCode[] } {
  const bound: Identity[] = []
  const notes: ImportNoteCode[] = []
  const bind = (identity: Identity, isSteady: boolean) => {
    if (identity.subject === '' || identity.subject === '0') return
    if (isSteady && identity.subject.length <= 190) bound.push(identity)
    else notes.push('user_identity_by_name')
  }
  const github = textOf(row, 'github_id')
  bind({ provider: 'github', issuer: '', subject: github }, hasGithubNumbers && NUMBER.test(github))
  for (const [provider, column] of [
    ['linuxdo', 'linux_do_id'],
    ['telegram', 'telegram_id'],
  ] as const) {
    const subject = textOf(row, column)
    bind({ provider, issuer: '', subject }, NUMBER.test(subject))
  }
  bind({ provider: 'wechat', issuer: '', subject: textOf(row, 'wechat_id') }, true)
  const issuer = (options.get('oidc.well_known') ?? '').replace(/\/\.well-known\/openid-configuration$/, '')
  const subject = textOf(row, 'oidc_id')
  bind({ provider: 'oidc', issuer, subject }, issuer !== '' && issuer.length <= 190)
  if (['discord_id', 'lark_id'].some((column) => textOf(row, column) !== '')) notes.push('user_identity_unsupported')
  return { bound, notes }
}
