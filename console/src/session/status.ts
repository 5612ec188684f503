// Public facts of this installation (GET /api/status), stored in the browser so that the second visit renders at once.

import { createStore, useSelector } from '@tanstack/react-store'
import { getStatus } from '@waystation/contract/api/setup'
import { DEFAULT_QUOTA_PER_UNIT } from '@waystation/contract/money/quota'
import type { PublicStatus } from '@waystation/contract/site/public-status'
import { call } from '../api/call.ts'
import { storeChats } from './chats.ts'
import { LocalStore, writeText } from './local-store.ts'

const store = new LocalStore<PublicStatus>('status', (json) => (isStatus(json) ? json : undefined))
/** Did this page refresh a stored status? */
const isRefreshed = createStore(false)

/** The stored status outside React; undefined before the first response. */
export const storedStatus = store.get
export const onStatus = store.subscribe

/** The public status; undefined only before the very first answer. */
export function usePublicStatus(): PublicStatus | undefined {
  return useSelector(store)
}

/** Fetches and stores the status. @throws CallError */
export async function refreshStatus(): Promise<PublicStatus> {
  const status = await call(getStatus)
  store.set(status)
  storeChats(status.chats)
  writeText('footer_html', status.footer_html)
  writeText('mj_notify_enabled', String(status.mj_notify_enabled))
  return status
}

/**
 * The status for a decision that cannot wait, such as "is this server set up?": the stored value when it is true, else the server's.
 * A stored "set up" stays true for good; a stored "not yet" may be out of date, so it is fetched again.
 */
export async function settledStatus(): Promise<PublicStatus> {
  const kept = store.get()
  if (kept?.setup !== true) return refreshStatus()
  if (!isRefreshed.get()) {
    isRefreshed.setState(() => true)
    refreshStatus().catch(() => undefined)
  }
  return kept
}

/** Units of quota that make a dollar here. */
export function useQuotaPerUnit(): number {
  const units = usePublicStatus()?.quota_per_unit ?? 0
  return units > 0 ? units : DEFAULT_QUOTA_PER_UNIT
}

/** The same outside React, for exports. */
export function quotaPerUnit(): number {
  const units = store.get()?.quota_per_unit ?? 0
  return units > 0 ? units : DEFAULT_QUOTA_PER_UNIT
}

/** Are amounts shown in dollars, and typed so? Outside React. */
export const isInCurrency = (): boolean => store.get()?.display_in_currency ?? true

/** The site's time zone, in which days of charts and wallets begin: a name of the IANA database. */
export function useSiteZone(): string {
  return usePublicStatus()?.time_zone || 'UTC'
}

/** May visitors open an account? */
export function isOpenToNew(status: PublicStatus | undefined): boolean {
  return status?.register_enabled === true && !status.self_use_mode_enabled && !status.demo_site_enabled
}

/** The installation's name; default `Waystation`. */
export function useSystemName(): string {
  return usePublicStatus()?.system_name || 'Waystation'
}

function isStatus(json: unknown): json is PublicStatus {
  return typeof json === 'object' && json !== null && 'setup' in json && 'system_name' in json
}
