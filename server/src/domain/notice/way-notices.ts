// Tells a user that a way to log in, or to prove who they are, has come or gone: it may have been somebody else.
import { systemName } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { writeNotice } from '../mail/mail-words.ts'
import { otherWaysWords, type WayChange } from '../mail/way-changes.ts'
import { createMessage } from '../message/message-store.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { findUser } from '../user/user-store.ts'
import { languageOfReceiver, type Receiver } from './notice-deliveries.ts'
import { findOtherWays } from './way-store.ts'

const LIFETIME_MS = 86_400_000

export interface WayNotices {
  /**
   * Puts the notice into the user's inbox, and mails it where mail is set up and they have an address. Never throws: what it tells of has
   * happened.
   * @param isMailed false where the address itself is what has changed: the new one may be a thief's
   */
  tell(userId: number, change: WayChange, isMailed?: boolean): Promise<void>
  /** Tells of a new password, and of what still lets somebody in beside it: a thief may have added it. Never throws, as above. */
  tellPassword(userId: number): Promise<void>
}

export interface WayNoticeParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly outgoing: Pick<Outgoing, 'mail' | 'outbox'>
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function wayNotices({ database, options, outgoing, onTrouble }: WayNoticeParts): WayNotices {
  const tell = async (userId: number, changeOf: (user: Receiver) => WayChange | Promise<WayChange>, isMailed: boolean) => {
    try {
      const user = await findUser(database, userId)
      if (!user) return
      const language = languageOfReceiver(user)
      const matter = { kind: 'way-changed' as const, username: user.username, change: await changeOf(user) }
      const words = { ...writeNotice(matter, options.get(systemName), language), format: 'plain' as const }
      await database.run(createMessage, { ...words, authorId: 0, userIds: [userId], group: '', everyone: false })
      if (!isMailed || user.email === '' || !outgoing.mail.isReady()) return
      const letter = { to: user.email, matter, language, lifetimeMs: LIFETIME_MS }
      await outgoing.outbox.add(outgoing.mail.deliveries({ ...letter, ref: `mail:way-changed:${newRequestId()}` }))
    } catch (error) {
      onTrouble(error, { event: 'way_notice_not_sent', userId })
    }
  }
  return {
    tell: (userId, change, isMailed = true) => tell(userId, () => change, isMailed),
    tellPassword: (userId) =>
      tell(userId, async (user) => ({ is: 'password', what: otherWaysWords(await findOtherWays(database, user)) }), true),
  }
}
