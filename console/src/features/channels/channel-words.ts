// Translations of the server's codes about a channel.
import type { Channel, TestFailure } from '@waystation/contract/channels/channel'
import { errorMessage, isErrorCode, type Language } from '@waystation/contract/errors'
import { channelStatus } from '@waystation/contract/site/status-table'
import type { Text } from '~/i18n'
import { firstNames } from '~/shared/first-names'
import { isObject } from '~/shared/is-object'
import { timeText } from '~/ui/kit'

/** Why a test failed: the vendor's words, or our own. */
export function failureText({ code, facts }: TestFailure, language: Language): string {
  return isErrorCode(code) ? errorMessage(code, facts, language) : code
}

export interface DisabledFacts {
  /** Empty when the gateway did not disable it. */
  readonly reason: string
  /** Unix seconds; 0 when that is not known. */
  readonly time: number
}

/** Why and when the gateway disabled a channel (specification section 4). */
export function disabledBecause({ status, other_info }: Pick<Channel, 'status' | 'other_info'>, language: Language): DisabledFacts {
  const none = { reason: '', time: 0 }
  if (status !== channelStatus.autoDisabled) return none
  try {
    const info: unknown = JSON.parse(other_info || '{}')
    if (!isObject(info)) return none
    const { status_reason, status_time, status_code, status_facts } = info
    const ours =
      typeof status_code === 'string' && areFacts(status_facts)
        ? failureText({ code: status_code, facts: status_facts }, language)
        : undefined
    return { reason: ours ?? (typeof status_reason === 'string' ? status_reason : ''), time: Number(status_time) || 0 }
  } catch {
    return none
  }
}

/** Why and since when an enabled channel gets no calls for now, or none for some of its models; empty: it gets them. */
export function restWords({ resting }: Pick<Channel, 'resting'>, t: Text, language: Language): string {
  if (!resting) return ''
  const { reason, since, until, models } = resting
  const of = models.length === 0 ? '' : t('channels.restModels', { names: firstNames(models) })
  const time =
    since > 0
      ? t('channels.restSince', { time: timeText(since, 'full', language) })
      : t('channels.restUntil', { time: timeText(until, 'clock', language) })
  return [t(`channels.rest_${reason}`), of, time].filter((part) => part !== '').join(' · ')
}

/** The server wrote them with an error of the contract. */
function areFacts(value: unknown): value is TestFailure['facts'] {
  return isObject(value)
}

/** Those that serve, those that do not, and of these the ones that the gateway disabled. */
export function byStatus<Item extends { readonly status: number }>(items: readonly Item[]) {
  return {
    on: items.filter(({ status }) => status === channelStatus.enabled),
    off: items.filter(({ status }) => status !== channelStatus.enabled),
    auto: items.filter(({ status }) => status === channelStatus.autoDisabled),
  }
}

/** For a question: the first names, separated by commas. */
export const names = (channels: readonly { readonly name: string }[]): string => firstNames(channels.map(({ name }) => name))
