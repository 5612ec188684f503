// Playground settings, remembered per user of this browser.
import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { z } from 'zod'
import { LocalStore } from '~/session/local-store'

/** As it was chosen; a model or group that is gone falls back when it is used. Defaults: specification section 9. */
const Settings = z.object({
  model: z.string().catch(''),
  group: z.string().catch(''),
  temperature: z.number().min(0).max(1).catch(0),
  maxTokens: z.number().int().min(0).catch(0),
  /** Null: our own, in the language of the console. */
  systemPrompt: z.string().nullable().catch(null),
  isStream: z.boolean().catch(true),
})
export type Settings = z.infer<typeof Settings>

const defaults: Settings = { model: '', group: '', temperature: 0, maxTokens: 0, systemPrompt: null, isStream: true }

/** The settings, and what changes some of them. */
export function useSettings(userId: number): readonly [Settings, (patch: Partial<Settings>) => void] {
  const store = useMemo(() => settingsStore(userId), [userId])
  const settings = useSelector(store) ?? defaults
  const change = useMemo(() => (patch: Partial<Settings>) => store.set({ ...(store.get() ?? defaults), ...patch }), [store])
  return [settings, change]
}

function settingsStore(userId: number): LocalStore<Settings> {
  return new LocalStore(`playground-${userId}`, (json) => Settings.safeParse(json).data)
}
