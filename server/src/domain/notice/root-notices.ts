// Tells the super admins of what they must look at: each in their own language, in the inbox and by mail, or by a webhook of their own where
// they want that, and by the site's webhook. Each kind can be switched off.
import type { Words } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { type NoticeKind, noticeSwitches } from '@waystation/contract/site/notice-kinds'
import type { Database } from '../../db/database.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { Delivery } from '../outbox/outbox.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { openWebhookSecret } from '../user/accounts/webhook-secret.ts'
import { languageOfReceiver } from './notice-deliveries.ts'
import type { NoticeWebhook } from './notice-webhook.ts'
import { findRoots, findTold, isToldTwice, type OnceTelling, type Root, type Telling, tellAll } from './root-notice-store.ts'

/** What they are told. */
export interface RootNotice {
  readonly kind: NoticeKind
  readonly title: Words
  readonly text: Words
  /** What a webhook is told that it is about, such as `channel_update_7_3`. */
  readonly type: string
}

/** Money does not go out of date in hours. */
const LIFETIME_MS = 7 * 86_400_000
/** Identities that one notice tells of at most; the others are told the next time. */
const MAX_AT_ONCE = 200

export interface RootNoticeParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly webhook: Pick<NoticeWebhook, 'deliveries'>
  readonly database: Database
  readonly secrets: Pick<Secrets, 'open'>
  readonly outgoing: Outgoing
}

export class RootNotices {
  readonly #parts: RootNoticeParts

  constructor(parts: RootNoticeParts) {
    this.#parts = parts
  }

  /**
   * Composes a notice, for the transaction of what it is about. Where mail is not set up, it goes to the inbox alone; to nobody where its kind
   * is switched off.
   */
  async compose(notice: RootNotice): Promise<Telling> {
    const { database, options, outgoing } = this.#parts
    const roots = options.get(noticeSwitches[notice.kind]) ? await findRoots(database) : []
    const messages = roots.map((root) => {
      const language = languageOfReceiver(root)
      return { userId: root.id, title: notice.title[language], content: notice.text[language] }
    })
    const deliveries = [...roots.flatMap((root) => this.#deliveries(root, notice)), ...this.#siteDeliveries(roots[0], notice)]
    return { messages, deliveries: deliveries.map((one) => outgoing.outbox.seal(one)) }
  }

  /** Composes a notice that is not repeated so soon. Its type is what it is known by. @param pauseSeconds null: it is never repeated */
  async composeOnce(notice: RootNotice, pauseSeconds: number | null): Promise<OnceTelling> {
    return { ...(await this.compose(notice)), identity: notice.type, pauseSeconds }
  }

  /**
   * Tells what is no change in the database and was not told yet, on whichever node, in one notice.
   * @param noticeOf is given those of the identities that are new
   */
  async tellNew(identities: readonly string[], noticeOf: (fresh: ReadonlySet<string>) => RootNotice): Promise<void> {
    const { database } = this.#parts
    const known = await findTold(database, identities)
    const fresh = new Set(identities.filter((identity) => !known.has(identity)).slice(0, MAX_AT_ONCE))
    if (fresh.size === 0) return
    const telling = await this.compose(noticeOf(fresh))
    if (telling.messages.length === 0) return
    await database.run(tellAll, { identities: [...fresh], telling }).catch((error) => {
      // The other node tells it; what it does not know is told the next time.
      if (!isToldTwice(error)) throw error
    })
    this.wake()
  }

  /** After the transaction: the mail need not wait. */
  wake(): void {
    this.#parts.outgoing.outbox.wake()
  }

  #siteDeliveries(first: Root | undefined, { title, text, type }: RootNotice): Delivery[] {
    if (!first) return []
    const language = languageOfReceiver(first)
    const message = { type, title: title[language], content: text[language], values: [] }
    return this.#parts.webhook.deliveries(message, { ref: `root-notice:${newRequestId()}`, lifetimeMs: LIFETIME_MS })
  }

  #deliveries(root: Root, { title, text, type }: RootNotice): Delivery[] {
    const { secrets, outgoing } = this.#parts
    const language = languageOfReceiver(root)
    const setting = userSettingOf(root.setting)
    const ref = `root-notice:${root.id}:${newRequestId()}`
    if (setting.notify_type === 'webhook' && setting.webhook_url) {
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
