// Tells the super admins of what they must look at: each in their own language, in the inbox and by mail.
import type { Words } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { languageOfReceiver } from './notice-deliveries.ts'
import { findRoots, type Root, type Telling } from './root-notice-store.ts'

/** What they are told. */
export interface RootNotice {
  readonly title: Words
  readonly text: Words
}

/** Money does not go out of date in hours. */
const LIFETIME_MS = 7 * 86_400_000

export class RootNotices {
  readonly #database: Database
  readonly #outgoing: Outgoing

  constructor({ database, outgoing }: { readonly database: Database; readonly outgoing: Outgoing }) {
    this.#database = database
    this.#outgoing = outgoing
  }

  /** Composes a notice, for the transaction of what it is about. Where mail is not set up, it goes to the inbox alone. */
  async compose(notice: RootNotice): Promise<Telling> {
    const roots = await findRoots(this.#database)
    const messages = roots.map((root) => {
      const language = languageOfReceiver(root)
      return { userId: root.id, title: notice.title[language], content: notice.text[language] }
    })
    return { messages, deliveries: roots.flatMap((root) => this.#mails(root, notice)) }
  }

  /** After the transaction: the mail need not wait. */
  wake(): void {
    this.#outgoing.outbox.wake()
  }

  #mails(root: Root, { title, text }: RootNotice) {
    const { mail, outbox } = this.#outgoing
    const to = userSettingOf(root.setting).notification_email || root.email
    if (to === '' || !mail.isReady()) return []
    const language = languageOfReceiver(root)
    const matter = { kind: 'root-notice', title: title[language], text: text[language] } as const
    const ref = `root-notice:${root.id}:${newRequestId()}`
    return mail.deliveries({ to, matter, language, ref, lifetimeMs: LIFETIME_MS }).map((delivery) => outbox.seal(delivery))
  }
}
