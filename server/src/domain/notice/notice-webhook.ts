// The site's webhook for notices to super admins: where it is, in which form, and a test of it.
import { AppError } from '@waystation/contract/errors'
import { systemName } from '@waystation/contract/options/appearance'
import { webhookChat, webhookEnabled, webhookForm, webhookSecret, webhookUrl } from '@waystation/contract/options/notices'
import type { Option } from '@waystation/contract/options/option'
import { formOf, type WebhookAnswer, type WebhookState } from '@waystation/contract/site/webhook-form'
import type { z } from 'zod'
import type { Delivery } from '../outbox/outbox.ts'
import type { WebhookDraft, WebhookMessage, WebhookService, WebhookTarget } from '../webhook/webhook-service.ts'

export interface NoticeWebhookParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly webhooks: Pick<WebhookService, 'delivery' | 'test'>
}

const testWords = {
  zh: { title: '测试通知', content: '看到这条消息，说明通知可以送达。' },
  en: { title: 'Test notice', content: 'If you can read this, notices arrive here.' },
}

export class NoticeWebhook {
  readonly #parts: NoticeWebhookParts

  constructor(parts: NoticeWebhookParts) {
    this.#parts = parts
  }

  /** What is stored of it, without its secrets. */
  state(): z.infer<typeof WebhookState> {
    const { options } = this.#parts
    const url = options.get(webhookUrl)
    const chosen = options.get(webhookForm)
    const form = formOf(chosen, url)
    const host = URL.canParse(url) ? new URL(url).host : ''
    return { host, form, is_recognised: host !== '' && chosen === 'auto' && form !== 'plain' }
  }

  /** A notice for the outbox; none where the webhook is off. */
  deliveries(message: WebhookMessage, stored: Pick<WebhookDraft, 'ref' | 'lifetimeMs'>): Delivery[] {
    const { options, webhooks } = this.#parts
    const isOn = options.get(webhookEnabled) && options.get(webhookUrl) !== ''
    return isOn ? [webhooks.delivery({ ...this.#target(), ...stored, message: this.#named(message) })] : []
  }

  /** Sends a test, switched on or not. @throws AppError webhook_not_set_up, webhook_chat_missing or webhook_failed */
  async test(language: 'zh' | 'en'): Promise<WebhookAnswer> {
    const target = this.#target()
    if (target.url === '') throw new AppError('webhook_not_set_up')
    if (target.form === 'telegram' && target.chat === '') throw new AppError('webhook_chat_missing')
    return this.#parts.webhooks.test(target, this.#named({ ...testWords[language], type: 'test', values: [] }))
  }

  #target(): WebhookTarget {
    const { options } = this.#parts
    const url = options.get(webhookUrl)
    const form = formOf(options.get(webhookForm), url)
    return { url, form, secret: options.get(webhookSecret), chat: options.get(webhookChat) }
  }

  /** With the site's name, by which groups of several sites, and filters by keyword, know it. */
  #named(message: WebhookMessage): WebhookMessage {
    return { ...message, title: `[${this.#parts.options.get(systemName)}] ${message.title}` }
  }
}
