// Why tasks fail, where it is no proxy that says it: codes of this server, and the bare words that stand in for a reason.
import type { Language } from '../errors.ts'

const reasons: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  task_timeout: { en: 'The provider did not finish the task in time', zh: '供应商未在时限内完成任务' },
  task_cancelled: { en: 'Canceled; the part done by then is charged', zh: '已取消；取消前完成的部分照常计费' },
  task_expired: {
    en: 'The provider did not finish in time; the part done by then is charged',
    zh: '供应商未在期限内全部完成；已完成的部分照常计费',
  },
  task_channel_gone: { en: 'The channel of this task is not available any more', zh: '该任务所在的渠道已不可用' },
  cancel: { en: 'Canceled by the provider', zh: '任务已被供应商取消' },
  cancelled: { en: 'Canceled by the provider', zh: '任务已被供应商取消' },
  failure: { en: 'The provider gave no reason', zh: '供应商未说明原因' },
}

/** Why a task failed, for a reader of this language. What a proxy said stays as it was. */
export function failWords(reason: string, language: Language): string {
  return reasons[reason]?.[language] ?? reason
}
