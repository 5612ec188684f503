// What the super admins are told of channels that the gateway switches off and on by itself, and of tests of many (server-behaviour 3.10, 4.8).
import type { TestRun } from '@waystation/contract/channels/state/test-run'
import { errorMessage, type Words } from '@waystation/contract/errors'
import type { NoticeKind } from '@waystation/contract/site/notice-kinds'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'
import { type OnceTelling, tellAlone } from '../../notice/root-notice-store.ts'
import type { RootNotices } from '../../notice/root-notices.ts'
import type { Cause } from './auto-disabled.ts'

/** Of the same change of the same channel, nobody is told again sooner. */
const PAUSE_SECONDS = 7200

export interface NamedChannel {
  readonly id: number
  readonly name: string
}

export interface ChannelNoticeParts {
  readonly database: Database
  readonly roots: Pick<RootNotices, 'compose' | 'composeOnce' | 'wake'>
}

export class ChannelNotices {
  readonly #parts: ChannelNoticeParts

  constructor(parts: ChannelNoticeParts) {
    this.#parts = parts
  }

  /** For the transaction that disables the channel. */
  disabled(channel: NamedChannel, cause: Cause): Promise<OnceTelling> {
    const title = { zh: `渠道“${called(channel)}”已被自动禁用`, en: `Channel “${called(channel)}” was auto-disabled` }
    return this.#compose('channel', `channel_update_${channel.id}_${channelStatus.autoDisabled}`, { title, text: wordsOf(cause) })
  }

  /** For the transaction that enables the channel. */
  enabled(channel: NamedChannel): Promise<OnceTelling> {
    const title = { zh: `渠道“${called(channel)}”已自动启用`, en: `Channel “${called(channel)}” was enabled again` }
    return this.#compose('channel', `channel_update_${channel.id}_${channelStatus.enabled}`, { title, text: passed })
  }

  /** For the transaction that disables a key of the channel while others serve. */
  keyDisabled(channel: NamedChannel, keyId: number, cause: Cause): Promise<OnceTelling> {
    const title = {
      zh: `渠道“${called(channel)}”的密钥 #${keyId} 已被自动禁用`,
      en: `Key #${keyId} of channel “${called(channel)}” was auto-disabled`,
    }
    return this.#compose('channelKey', `channel_key_${keyId}_${channelStatus.autoDisabled}`, { title, text: wordsOf(cause) })
  }

  /** For the transaction that enables a key of the channel, which serves already. */
  keyEnabled(channel: NamedChannel, keyId: number): Promise<OnceTelling> {
    const title = {
      zh: `渠道“${called(channel)}”的密钥 #${keyId} 已自动启用`,
      en: `Key #${keyId} of channel “${called(channel)}” was enabled again`,
    }
    return this.#compose('channelKey', `channel_key_${keyId}_${channelStatus.enabled}`, { title, text: passed })
  }

  /** For the transaction that notes a balance below the threshold. It is told once until the balance has been above. */
  lowBalance(channel: NamedChannel, balance: { readonly amount: number; readonly currency: string }): Promise<OnceTelling> {
    const sum = `${balance.amount.toFixed(2)} ${balance.currency}`
    const title = { zh: `渠道“${called(channel)}”余额不足`, en: `The balance of channel “${called(channel)}” is low` }
    const text = { zh: `供应商账户还剩 ${sum}。`, en: `${sum} are left in the account at the provider.` }
    return this.#parts.roots.composeOnce({ kind: 'channelBalance', title, text, type: lowBalanceIdentity(channel.id) }, null)
  }

  /** After the transaction. */
  wake(): void {
    this.#parts.roots.wake()
  }

  /** Tells of the end of a test of many channels that a person started. */
  async runEnded(run: TestRun): Promise<void> {
    const { database, roots } = this.#parts
    const telling = await roots.compose({
      kind: 'channelTest',
      title: { zh: '渠道测试已完成', en: 'Channels were tested' },
      text: countsOf(run),
      type: 'channel_test',
    })
    await database.run(tellAlone, { telling })
    roots.wake()
  }

  #compose(kind: NoticeKind, type: string, words: { readonly title: Words; readonly text: Words }): Promise<OnceTelling> {
    return this.#parts.roots.composeOnce({ ...words, kind, type }, PAUSE_SECONDS)
  }
}

/** What the notice of a channel's low balance is known by. */
export const lowBalanceIdentity = (channelId: number) => `channel_balance_${channelId}`

const passed: Words = { zh: '测试已通过。', en: 'It passed a test.' }

const called = ({ id, name }: NamedChannel): string => `${name} (#${id})`

function wordsOf({ reason, error }: Cause): Words {
  if (!error) return { zh: reason, en: reason }
  return { zh: errorMessage(error.code, error.facts, 'zh'), en: errorMessage(error.code, error.facts, 'en') }
}

function countsOf({ total, done, failed, enabled, disabled }: TestRun): Words {
  const passed = done - failed
  return {
    zh: `${total} 个渠道中测试了 ${done} 个：${passed} 个正常，${failed} 个失败。自动启用 ${enabled} 个，自动禁用 ${disabled} 个。`,
    en: `${done} of ${total} channels were tested: ${passed} passed, ${failed} failed. ${enabled} were enabled again, ${disabled} auto-disabled.`,
  }
}
