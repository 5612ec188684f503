// What will break next, as lines: each says what, and leads to where it is mended.

import type { TestFailure } from '@waystation/contract/channels/channel'
import type { Attention } from '@waystation/contract/channels/state/attention'
import { errorMessage, isErrorCode, type Language } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Text } from '~/i18n'
import type { channelsSearch, settingsSearch } from '~/search-params'
import { paths } from '../../../paths.ts'

/** Where a line leads. */
export type LineTarget =
  | { readonly to: '/admin/channels'; readonly search: ReturnType<typeof channelsSearch> }
  | { readonly to: '/admin/settings'; readonly search: ReturnType<typeof settingsSearch> }

export interface AttentionLine {
  readonly key: string
  /** Red: callers notice it already, or with the next refusal. */
  readonly tone: 'red' | 'amber'
  readonly name: string
  readonly text: string
  readonly target: LineTarget
}

const toChannel = (id: number): LineTarget => ({ to: paths.channels(), search: { edit: String(id) } })
const toPrices: LineTarget = { to: paths.settings(), search: { tab: 'operation', card: 'prices', prices: 'unpriced' } }

const toErrors: LineTarget = { to: paths.settings(), search: { tab: 'other', card: 'info' } }

/** Why a test failed or a channel was switched off: the vendor's words, or our own. */
export function causeText({ code, facts }: TestFailure, language: Language): string {
  return isErrorCode(code) ? errorMessage(code, facts, language) : code
}

/** All of them, what is closest to breaking first. */
export function attentionLines(told: Attention, t: Text, language: Language): AttentionLine[] {
  return [...errorLines(told, t), ...channelLines(told, t, language), ...modelLines(told, t)]
}

function errorLines({ server_errors: count }: Attention, t: Text): AttentionLine[] {
  if (count === 0) return []
  return [{ key: 'errors', tone: 'red', name: '', text: t('dashboard.attention.serverErrors', { count }), target: toErrors }]
}

function channelLines({ one_left, weakened, balances, failed_tests }: Attention, t: Text, language: Language): AttentionLine[] {
  return [
    ...one_left.items.map(({ id, name, total }): AttentionLine => {
      return { key: `last ${id}`, tone: 'red', name, text: t('dashboard.attention.oneLeft', { total }), target: toChannel(id) }
    }),
    ...weakened.items.map(({ id, name, total, disabled, cooling }): AttentionLine => {
      const text = t('dashboard.attention.weakened', { total, disabled, cooling })
      return { key: `keys ${id}`, tone: 'amber', name, text, target: toChannel(id) }
    }),
    ...balances.items.map(({ id, name, balance, currency, days }): AttentionLine => {
      const amount = `${Number(balance).toFixed(2)}${currency === '' ? '' : ` ${currency}`}`
      const text = t(days === null ? 'dashboard.attention.balance' : 'dashboard.attention.balanceDays', { amount, days: days ?? 0 })
      return { key: `balance ${id}`, tone: 'amber', name, text, target: toChannel(id) }
    }),
    ...failed_tests.items.map(({ id, name, failure }): AttentionLine => {
      const text = t('dashboard.attention.failedTest', { reason: causeText(failure, language) })
      return { key: `test ${id}`, tone: 'amber', name, text, target: toChannel(id) }
    }),
    ...moreOf(one_left.total + weakened.total - one_left.items.length - weakened.items.length, 'keys', t, {}),
    ...moreOf(balances.total - balances.items.length, 'balances', t, { status: String(channelStatus.enabled) }),
    ...moreOf(failed_tests.total - failed_tests.items.length, 'tests', t, { tested: 'failed' }),
  ]
}

function modelLines({ unpriced, ending }: Attention, t: Text): AttentionLine[] {
  return [
    ...unpriced.items.map(({ model, calls_last_week: calls }): AttentionLine => {
      const text = calls > 0 ? t('dashboard.attention.unpricedCalled', { count: calls }) : t('dashboard.attention.unpriced')
      return { key: `price ${model}`, tone: calls > 0 ? 'red' : 'amber', name: model, text, target: toPrices }
    }),
    ...(unpriced.total > unpriced.items.length
      ? [moreLine('prices', t('dashboard.attention.more.prices', { count: unpriced.total - unpriced.items.length }), toPrices)]
      : []),
    ...ending.items.map(({ model, ends_on: on, days_left: count, successor }): AttentionLine => {
      const text = t(successor === '' ? 'dashboard.attention.ending' : 'dashboard.attention.endingSuccessor', { on, count, successor })
      return { key: `end ${model}`, tone: 'amber', name: model, text, target: { to: paths.channels(), search: { model } } }
    }),
    ...moreOf(ending.total - ending.items.length, 'ending', t, { upstream: '1' }),
  ]
}

function moreOf(
  count: number,
  of: 'keys' | 'balances' | 'tests' | 'ending',
  t: Text,
  search: ReturnType<typeof channelsSearch>,
): AttentionLine[] {
  if (count <= 0) return []
  return [moreLine(of, t(`dashboard.attention.more.${of}`, { count }), { to: paths.channels(), search })]
}

const moreLine = (of: string, text: string, target: LineTarget): AttentionLine => ({
  key: `more ${of}`,
  tone: 'amber',
  name: '',
  text,
  target,
})
