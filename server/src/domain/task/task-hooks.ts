// Tells the ends of tasks to the addresses that came with them: once for each, also after a crash, and in the vendor's own words.
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { RateWindow } from '../../lib/shared/rate-window.ts'
import type { Delivery } from '../outbox/outbox.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'
import { openWebhookSecret } from '../user/accounts/webhook-secret.ts'
import { findUser } from '../user/user-store.ts'
import type { WebhookService } from '../webhook/webhook-service.ts'
import type { TaskRecord } from './task.ts'
import { findUntold } from './task-store.ts'
import { noteTold } from './task-tasks.ts'

export interface TaskHooksParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly rates: Pick<RateWindow, 'take'>
  readonly webhooks: Pick<WebhookService, 'json'>
  readonly send: (deliveries: readonly Delivery[]) => Promise<void>
  /** The task as its user's client reads it, as JSON text. */
  readonly textOf: (task: TaskRecord) => string
}

const AT_ONCE = 50
/** An hour's messages of one user; further ones are left out, and the task can be fetched all the same. */
const MOST_AN_HOUR = 60
const HOUR_MS = 3_600_000
/** Enough for three tries: at once, after half a minute and after another. */
const LIFETIME_MS = 120_000

/** Where the sealed address of a task opens. */
export const hookPlace = (taskId: string): string => `task:hook:${taskId}`

export class TaskHooks {
  readonly #parts: TaskHooksParts

  constructor(parts: TaskHooksParts) {
    this.#parts = parts
  }

  /** Hands over what has ended and was not told. What a crash cuts off is handed over once more, and known by its ref. */
  async tell(): Promise<void> {
    const { database, rates, send } = this.#parts
    for (;;) {
      const tasks = await findUntold(database, AT_ONCE)
      if (tasks.length === 0) return
      const deliveries: Delivery[] = []
      for (const task of tasks) {
        const verdict = await rates.take([{ key: `task hook ${task.userId}`, limit: MOST_AN_HOUR, windowMs: HOUR_MS }])
        if (verdict.isAllowed) deliveries.push(await this.#delivery(task))
      }
      if (deliveries.length > 0) await send(deliveries)
      await database.run(noteTold, { ids: tasks.map(({ id }) => id) })
    }
  }

  async #delivery(task: TaskRecord): Promise<Delivery> {
    const { database, secrets, webhooks, textOf } = this.#parts
    const user = await findUser(database, task.userId)
    const setting = userSettingOf(user?.setting ?? '')
    const secret = user ? openWebhookSecret(secrets, { id: user.id, setting }) : ''
    const url = secrets.open(task.hook, hookPlace(task.taskId))
    return webhooks.json({ url, secret, text: textOf(task), ref: `task:${task.id}`, lifetimeMs: LIFETIME_MS })
  }
}
