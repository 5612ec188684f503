// What everybody may know of this installation (GET /api/status), kept in the browser so that the second visit paints at once.

import { getStatus } from '@waystation/contract/api/setup'
import type { PublicStatus } from '@waystation/contract/public-status'
import { DEFAULT_QUOTA_PER_UNIT } from '@waystation/contract/quota'
import { useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { keepChats } from './chats.ts'
import { localStore, writeText } from './local-store.ts'

const store = localStore<PublicStatus>('status', (json) => (isStatus(json) ? json : undefined))

/** The kept status outside React; undefined before the first answer. */
export const keptStatus = store.get
export const onStatus = store.subscribe

/** The public status; undefined only before the very first answer. */
export function usePublicStatus(): PublicStatus | undefined {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Asks the server and keeps the answer. @throws CallError */
export async function refreshStatus(): Promise<PublicStatus> {
  const status = await call(getStatus)
  store.set(status)
  keepChats(status.chats)
  writeText('footer_html', status.footer_html)
  return status
}

/**
 * The status for a decision that cannot wait, such as "is this server set up?": what is kept when it says so, else the server's answer.
 * A kept "set up" stays true for good; a kept "not yet" may be out of date, so it is asked again.
 */
export async function settledStatus(): Promise<PublicStatus> {
  const kept = store.get()
  if (kept?.setup !== true) return refreshStatus()
  if (!isRefreshed) {
    isRefreshed = true
    refreshStatus().catch(() => undefined)
  }
  return kept
}
let isRefreshed = false

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

/** The installation's name, `Waystation` until told otherwise. */
export function useSystemName(): string {
  return usePublicStatus()?.system_name || 'Waystation'
}

function isStatus(json: unknown): json is PublicStatus {
  return typeof json === 'object' && json !== null && 'setup' in json && 'system_name' in json
}
