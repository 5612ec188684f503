// Tells the super admins of what they must look at: each in their own language, in the inbox and by mail, or by webhook where they want that.
import type { Words } from '@waystation/contract/errors'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Delivery } from '../outbox/outbox.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { openWebhookSecret } from '../user/accounts/webhook-secret.ts'
import { languageOfReceiver } from './notice-deliveries.ts'
import { findRoots, type Root, type Telling } from './root-notice-store.ts'

/** What they are told. */
export interface RootNotice {
  readonly title: Words
  readonly text: Words
  /** What a webhook is told that it is about; absent: it goes out by mail only. */
  readonly type?: string
}

/** Money does not go out of date in hours. */
const LIFETIME_MS = 7 * 86_400_000

export interface RootNoticeParts {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'open'>
  readonly outgoing: Outgoing
}

export class RootNotices {
  readonly #parts: RootNoticeParts

  constructor(parts: RootNoticeParts) {
    this.#parts = parts
  }

  /** Composes a notice, for the transaction of what it is about. Where mail is not set up, it goes to the inbox alone. */
  async compose(notice: RootNotice): Promise<Telling> {
    const { database, outgoing } = this.#parts
    const roots = await findRoots(database)
    const messages = roots.map((root) => {
      const language = languageOfReceiver(root)
      return { userId: root.id, title: notice.title[language], content: notice.text[language] }
    })
    return { messages, deliveries: roots.flatMap((root) => this.#deliveries(root, notice)).map((one) => outgoing.outbox.seal(one)) }
  }

  /** After the transaction: the mail need not wait. */
  wake(): void {
    this.#parts.outgoing.outbox.wake()
  }

  #deliveries(root: Root, { title, text, type }: RootNotice): Delivery[] {
    const { secrets, outgoing } = this.#parts
    const language = languageOfReceiver(root)
    const setting = userSettingOf(root.setting)
    const ref = `root-notice:${root.id}:${newRequestId()}`
    if (type !== undefined && setting.notify_type === 'webhook' && setting.webhook_url) {
      const secret = openWebhookSecret(secrets, { id: root.id, setting })
      const message = { type, title: title[language], content: text[language], values: [] }
      return [outgoing.webhooks.delivery({ url: setting.webhook_url, secret, message, ref, lifetimeMs: LIFETIME_MS })]
    }
    const to = setting.notification_email || root.email
    if (to === '' || !outgoing.mail.isReady()) return []
    const matter = { kind: 'root-notice', title: title[language], text: text[language] } as const
    return outgoing.mail.deliveries({ to, matter, language, ref, lifetimeMs: LIFETIME_MS })
  }
}
