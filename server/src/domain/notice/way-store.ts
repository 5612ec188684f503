import { identityProviders, providerTitles } from '@waystation/contract/people/sign-in'
import type { Database } from '../../db/database.ts'
import type { OtherWay } from '../mail/way-changes.ts'

/** What lets a user in besides the password, or to a new one; the mail address first. */
export async function findOtherWays(
  database: Database,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<OtherWay[]> {
  const linked = database.read.selectFrom('identity').select(['provider', 'created_at']).where('user_id', '=', id)
  const keys = database.read.selectFrom('passkey').select(['name', 'created_at']).where('user_id', '=', id)
  const [sites, passkeys] = await Promise.all([linked.orderBy('created_at').execute(), keys.orderBy('created_at').execute()])
  return [
    ...(email === '' ? [] : [{ kind: 'email' as const, name: email }]),
    ...sites.map((site) => ({ kind: 'site' as const, name: titleOf(site.provider), since: Number(site.created_at) })),
    ...passkeys.map((key) => ({ kind: 'passkey' as const, name: key.name, since: Number(key.created_at) })),
  ]
}

function titleOf(provider: string): string {
  const known = identityProviders.find((name) => name === provider)
  return known === undefined ? provider : providerTitles[known]
}
