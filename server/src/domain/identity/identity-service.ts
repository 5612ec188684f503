// Logging in, registering and linking with an identity that another site confirmed. A mail address or a name never decides who somebody is.
import { randomInt } from 'node:crypto'
import { AppError, type Language } from '@waystation/contract/errors'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { type IdentityProviderName, providerTitles } from '@waystation/contract/people/sign-in'
import { fittedUsername } from '@waystation/contract/people/user-name'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { LoginChallenge } from '../factor/login-challenge.ts'
import type { Passkeys } from '../factor/passkeys.ts'
import type { WayNotices } from '../notice/way-notices.ts'
import type { Person } from '../ports.ts'
import type { EnteredUser, LoginPlace } from '../session/login-place.ts'
import type { Throttle } from '../throttle/throttle.ts'
import { accountDraft } from '../user/accounts/account-drafts.ts'
import { assertOpenToNew } from '../user/registration/open-to-new.ts'
import { countedRegistration } from '../user/registration/registration-limit.ts'
import { bindIdentity, findIdentityOwner, type Identity, type NewAccount, registerIdentity, unbindIdentity } from './identity-store.ts'
import { openProviderNames } from './open-providers.ts'

/** How often another call may be faster with a name or an identity before the login is given up. */
const TRIES = 5
const DISPLAY_NAME_MAX = 32

export interface EnterRequest {
  readonly provider: IdentityProviderName
  readonly person: Person
  readonly inviteCode: string
  readonly language: Language
  /** May somebody who is not known yet be registered? */
  readonly mayRegister: boolean
}

export interface IdentityService {
  /**
   * Opens a session for the user whom the identity belongs to, or for a new one.
   * @throws AppError second_factor_needed, sign_in_deleted, sign_in_banned, sign_in_not_bound, demo_site, register_disabled, register_limit, or the person's `notNew`
   */
  enter(request: EnterRequest, from: LoginPlace): Promise<EnteredUser>
  /** Links, and tells the user. @throws AppError identity_taken, identity_present, sign_in_restricted or not_logged_in */
  bind(userId: number, provider: IdentityProviderName, person: Pick<Person, 'issuer' | 'subject'>): Promise<void>
  /** Unlinks, and tells the user. @throws AppError identity_last when the user could not log in any more */
  unbind(userId: number, provider: IdentityProviderName): Promise<void>
}

export interface IdentityParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly loginChallenge: Pick<LoginChallenge, 'enter'>
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly notices: WayNotices
  readonly throttle: Pick<Throttle, 'take'>
}

export function identityService({
  database,
  secrets,
  options,
  loginChallenge,
  passkeys,
  notices,
  throttle,
}: IdentityParts): IdentityService {
  /** Finds the user, or makes one. Whoever is slower than another call with the same wish looks again. */
  async function findOrRegister(request: EnterRequest, ip: string): Promise<{ userId: number; username: string; authEpoch: number }> {
    const identity = identityOf(request.provider, request.person)
    for (let tries = 1; ; tries += 1) {
      const owner = await findIdentityOwner(database, identity)
      if (owner?.isDeleted) throw new AppError('sign_in_deleted')
      if (owner && !owner.isActive) throw new AppError('sign_in_banned')
      if (owner) return owner
      assertMayRegister(request)
      try {
        const open = () => database.run(registerIdentity, { identity, account: accountOf(request) })
        return await countedRegistration({ throttle, options }, ip, open)
      } catch (error) {
        const isRace = error instanceof AppError && (error.code === 'identity_taken' || error.code === 'username_taken')
        if (!isRace || tries >= TRIES) throw error
      }
    }
  }

  function assertMayRegister({ provider, person, mayRegister }: EnterRequest): void {
    if (!mayRegister) throw new AppError('sign_in_not_bound', { provider: providerTitles[provider] })
    assertOpenToNew(options)
    if (person.notNew) throw new AppError(person.notNew, { provider: providerTitles[provider] })
  }

  const accountOf = ({ provider, person, inviteCode, language }: EnterRequest): NewAccount => {
    // Mail addresses of other sites are not proven here.
    const proven = { displayName: displayNameOf(person), passwordHash: '', email: '', cause: 'register', inviteCode, language }
    return {
      ...accountDraft({ options, secrets }, { ...proven, username: '' }),
      usernames: usernamesFor(person.name || person.displayName || provider),
    }
  }

  return {
    async enter(request, from) {
      return loginChallenge.enter({ ...(await findOrRegister(request, from.ip)), by: 'site' }, from)
    },
    async bind(userId, provider, person) {
      const isNew = await database.run(bindIdentity, { userId, identity: identityOf(provider, person) })
      if (isNew) await notices.tell(userId, { is: 'site-add', what: providerTitles[provider] })
    },
    async unbind(userId, provider) {
      const open = { password: options.get(passwordLoginEnabled), providers: openProviderNames(options), passkeys: passkeys.isAvailable }
      const wasBound = await database.run(unbindIdentity, { userId, provider, open })
      if (wasBound) await notices.tell(userId, { is: 'site-remove', what: providerTitles[provider] })
    },
  }
}

const identityOf = (provider: IdentityProviderName, { issuer, subject }: Pick<Person, 'issuer' | 'subject'>): Identity => ({
  provider,
  issuer,
  subject,
})

/** Names to try, in order: the wish, then with a digit, then with numbers that are hardly ever taken. */
function usernamesFor(wish: string): string[] {
  const digits = ['', '2', '3', '4', '5']
  const numbers = Array.from({ length: 5 }, () => String(randomInt(10_000, 1_000_000)))
  return [...digits, ...numbers].map((suffix) => fittedUsername(wish, suffix))
}

/** Controls and invisible characters are left out: they can turn the rest of a line around. */
function displayNameOf({ displayName, name }: Person): string {
  const plain = (displayName || name)
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return [...plain].slice(0, DISPLAY_NAME_MAX).join('')
}
