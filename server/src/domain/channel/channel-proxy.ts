// The proxy of a channel: its password is a secret, so it is sealed where it is stored and shown masked, and a mask that is sent back keeps
// it (control 28).
import type { ChannelDraft } from '@waystation/contract/channels/channel'
import { isMaskedProxy, maskedProxy } from '@waystation/contract/channels/channel-setting'
import { AppError } from '@waystation/contract/errors'
import type { Secrets } from '../../lib/secret.ts'
import { objectOf } from '../catalog/routable-channel.ts'

type Setting = Readonly<Record<string, unknown>>

/** The field of a stored setting that has the proxy's whole address, sealed; in `proxy` the password is masked. */
const SEALED = 'proxy_sealed'

/** The address is part of what it is sealed for: put beside another proxy, the password does not open. */
const sealedFor = (shownAddress: string) => `channel:setting.proxy:${shownAddress}`

/** The address of the proxy in a setting, stored or decoded; empty when there is none. */
export function proxyOf(setting: string | Setting | undefined): string {
  const { proxy } = typeof setting === 'string' ? objectOf(setting) : (setting ?? {})
  return typeof proxy === 'string' ? proxy.trim() : ''
}

/** A stored setting as it may be shown. */
export function shownSetting(text: string): string {
  const { [SEALED]: sealed, ...setting } = objectOf(text)
  const proxy = proxyOf(setting)
  const shown = maskedProxy(proxy)
  return sealed === undefined && shown === proxy ? text : JSON.stringify({ ...setting, proxy: shown })
}

/** A setting on its way to the database. */
export interface GivenSetting {
  /** With the mask in place of the proxy's password. */
  readonly setting: ChannelDraft['setting']
  /** The proxy's address with its password; undefined where none was given. */
  readonly sealedProxy: string | undefined
}

/** Seals the password of a proxy that an admin entered. */
export function sealProxy(setting: ChannelDraft['setting'], secrets: Pick<Secrets, 'seal'>): GivenSetting {
  const proxy = proxyOf(setting.value)
  const shown = maskedProxy(proxy)
  if (shown === proxy) return { setting, sealedProxy: undefined }
  return { setting: withFields(setting.value, { proxy: shown }), sealedProxy: secrets.seal(proxy, sealedFor(shown)) }
}

/**
 * The setting as it is stored: with the password that was given, or with the stored one where the mask came back.
 * @param stored the setting as it is stored; undefined where there is none to keep
 * @throws AppError channel_proxy_password when the mask stands in another address than the stored one
 */
export function withStoredPassword({ setting, sealedProxy }: GivenSetting, stored: string | undefined): ChannelDraft['setting'] {
  if (sealedProxy !== undefined) return withFields(setting.value, { [SEALED]: sealedProxy })
  const proxy = proxyOf(setting.value)
  if (!isMaskedProxy(proxy)) return setting
  const known = objectOf(stored ?? '')
  if (maskedProxy(proxyOf(known)) !== proxy)
    throw new AppError('channel_proxy_password', {}, { fields: { setting: 'channel_proxy_password' } })
  return withFields(setting.value, known[SEALED] === undefined ? { proxy: proxyOf(known) } : { [SEALED]: known[SEALED] })
}

/** A stored setting with the proxy's password. @throws Error when it cannot be opened */
export function openSetting(stored: string, secrets: Pick<Secrets, 'open'>): string {
  const { [SEALED]: sealed, ...setting } = objectOf(stored)
  return typeof sealed === 'string' ? JSON.stringify({ ...setting, proxy: secrets.open(sealed, sealedFor(proxyOf(setting))) }) : stored
}

/** A stored setting whose password was stored before passwords were sealed, sealed; undefined when there is nothing to do. */
export function sealedAfterwards(stored: string, secrets: Pick<Secrets, 'seal'>): string | undefined {
  const { setting, sealedProxy } = sealProxy(withFields(objectOf(stored), {}), secrets)
  return sealedProxy === undefined ? undefined : withStoredPassword({ setting, sealedProxy }, undefined).text
}

function withFields(setting: Setting, fields: Setting): ChannelDraft['setting'] {
  const text = JSON.stringify({ ...setting, ...fields })
  return { value: JSON.parse(text), text }
}
