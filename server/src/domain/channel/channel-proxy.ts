// The proxy of a channel: its password is a secret, so what is shown has a mask in its place, and what is sent back with the mask keeps it.
import type { ChannelDraft } from '@waystation/contract/channel'
import { isMaskedProxy, maskedProxy } from '@waystation/contract/channel-setting'
import { AppError } from '@waystation/contract/errors'
import { objectOf } from '../catalog/routable-channel.ts'

type Setting = Readonly<Record<string, unknown>>

/** The address of the proxy in a setting, stored or decoded; empty when there is none. */
export function proxyOf(setting: string | Setting | undefined): string {
  const { proxy } = typeof setting === 'string' ? objectOf(setting) : (setting ?? {})
  return typeof proxy === 'string' ? proxy.trim() : ''
}

/** A stored setting as it may be shown. */
export function shownSetting(text: string): string {
  const proxy = proxyOf(text)
  const shown = maskedProxy(proxy)
  return shown === proxy ? text : JSON.stringify({ ...objectOf(text), proxy: shown })
}

/**
 * The setting with the stored password of its proxy, where it came back masked.
 * @param stored the setting as it is stored; undefined where there is none to keep
 * @throws AppError channel_proxy_password when the mask stands in another address than the stored one
 */
export function withStoredPassword(setting: ChannelDraft['setting'], stored: string | undefined): ChannelDraft['setting'] {
  const proxy = proxyOf(setting.value)
  if (!isMaskedProxy(proxy)) return setting
  const known = proxyOf(stored)
  if (maskedProxy(known) !== proxy) throw new AppError('channel_proxy_password', {}, { fields: { setting: 'channel_proxy_password' } })
  const value = { ...setting.value, proxy: known }
  return { value, text: JSON.stringify(value) }
}
