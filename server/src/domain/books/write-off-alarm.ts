// Tells the super admins when much was written off on one day: at the option's amount, and again at each doubling of it.

import { quotaText } from '@waystation/contract/money/quota'
import { displayInCurrencyEnabled, quotaPerUnit, writeOffAlarm } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import type { RootNotice, RootNotices } from '../notice/root-notices.ts'
import { DAY_SECONDS } from './bill-values.ts'
import { sumWriteOffs, tellWriteOffs } from './write-off-store.ts'

export interface WriteOffAlarmParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly roots: Pick<RootNotices, 'compose' | 'wake'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Looks at what was written off today, and tells of it where that is needed. Safe to run on several nodes. */
export async function watchWriteOffs({ database, options, roots, now }: WriteOffAlarmParts): Promise<void> {
  const least = options.get(writeOffAlarm)
  if (least === 0) return
  const nowSeconds = Math.floor(now() / 1000)
  const day = nowSeconds - (nowSeconds % DAY_SECONDS)
  const quota = await sumWriteOffs(database, day)
  if (quota < least) return
  const mark = `${day}:${Math.floor(Math.log2(quota / least))}`
  const display = { quotaPerUnit: options.get(quotaPerUnit), isInCurrency: options.get(displayInCurrencyEnabled) }
  const amount = { zh: quotaText(quota, display, 'zh'), en: quotaText(quota, display, 'en') }
  if (await database.run(tellWriteOffs, { mark, telling: await roots.compose(noticeOf(amount)) })) roots.wake()
}

function noticeOf({ zh, en }: { readonly zh: string; readonly en: string }): RootNotice {
  return {
    kind: 'writeOff',
    type: 'write_offs',
    title: { zh: `今日已核销 ${zh}`, en: `${en} written off today` },
    text: {
      zh: `今天（UTC）的调用中有 ${zh} 超出了用户余额，由站点承担。“收支”页按用户、模型和日期列出了明细。`,
      en: `Calls of today (UTC) cost ${en} more than their users could pay, which the site bears. The page “Revenue & costs” lists them by user, model and day.`,
    },
  }
}
