// Tells a user by mail that a way to prove who they are has come or gone: it may have been somebody else.
import { languageOf } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { FactorChange } from '../mail/mail-words.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { findUser } from '../user/user-store.ts'

const LIFETIME_MS = 86_400_000

export interface FactorNotices {
  /** Sends the notice where mail is set up and the user has an address. Never throws: what it tells of has happened. */
  tell(userId: number, change: FactorChange): Promise<void>
}

export interface FactorNoticeParts {
  readonly database: Database
  readonly outgoing: Pick<Outgoing, 'mail' | 'outbox'>
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function factorNotices({ database, outgoing, onTrouble }: FactorNoticeParts): FactorNotices {
  return {
    async tell(userId, change) {
      try {
        const user = await findUser(database, userId)
        if (!user || user.email === '' || !outgoing.mail.isReady()) return
        const matter = { kind: 'factor-changed' as const, username: user.username, change }
        const letter = { to: user.email, matter, language: languageOf(user.language, 'zh'), lifetimeMs: LIFETIME_MS }
        await outgoing.outbox.add(outgoing.mail.parcels({ ...letter, ref: `mail:factor-changed:${newRequestId()}` }))
      } catch (error) {
        onTrouble(error, { event: 'factor_notice_not_sent', userId })
      }
    },
  }
}
