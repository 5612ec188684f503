import * as notices from '../options/notices.ts'

/** The kinds of notices to super admins, each with the option that switches it. */
export const noticeSwitches = {
  channel: notices.noticeOfChannels,
  channelKey: notices.noticeOfKeys,
  channelTest: notices.noticeOfTests,
  channelBalance: notices.noticeOfBalances,
  payment: notices.noticeOfPayments,
  writeOff: notices.noticeOfWriteOffs,
  modelEnd: notices.noticeOfModelEnds,
  modelList: notices.noticeOfModelLists,
} as const

export type NoticeKind = keyof typeof noticeSwitches
