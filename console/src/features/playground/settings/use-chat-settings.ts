import { useSelector } from '@tanstack/react-store'
import { getPricing } from '@waystation/contract/api/channels/catalog'
import type { User } from '@waystation/contract/people/user'
import { PricingExtra } from '@waystation/contract/prices/pricing'
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { useWholeData } from '~/api/use-whole-data'
import { type TextKey, useText } from '~/i18n'
import { LocalStore } from '~/session/local-store'
import { shownTraits } from '~/shared/shown-traits'
import { useUrlState } from '~/ui/kit'
import { workOf } from '../chat/model-work.ts'
import type { ChatSettings } from '../chat/request-body.ts'
import { DEFAULT_SPEECH_FORMAT } from '../sound/speech-settings.ts'
import { DEFAULT_TRANSCRIPTION_MODEL, type VoiceSettings } from '../voice/voice-settings.ts'
import { type Catalogue, catalogueOf, groupInForce, modelInForce, modelsOf } from './catalogue-rules.ts'

// Playground settings, remembered per user of this browser.

/** As it was chosen; a model or group that is gone falls back when it is used. Defaults: specification section 9. */
const Settings = z.object({
  model: z.string().catch(''),
  group: z.string().catch(''),
  temperature: z.number().min(0).max(1).catch(0),
  maxTokens: z.number().int().min(0).catch(0),
  /** Null: our own, in the language of the console. */
  systemPrompt: z.string().nullable().catch(null),
  isStream: z.boolean().catch(true),
  voice: z.string().catch(''),
  /** Of a session. Null: our own, in the language of the console. */
  instructions: z.string().nullable().catch(null),
  transcriptionModel: z.string().catch(DEFAULT_TRANSCRIPTION_MODEL),
  speechVoice: z.string().catch(''),
  speechFormat: z.string().catch(DEFAULT_SPEECH_FORMAT),
})
type Settings = z.infer<typeof Settings>

const defaults: Settings = {
  ...{ model: '', group: '', temperature: 0, maxTokens: 0, systemPrompt: null, isStream: true },
  ...{ voice: '', instructions: null, transcriptionModel: DEFAULT_TRANSCRIPTION_MODEL },
  ...{ speechVoice: '', speechFormat: DEFAULT_SPEECH_FORMAT },
}

/** The settings, and what changes some of them. */
function useSettings(userId: number): readonly [Settings, (patch: Partial<Settings>) => void] {
  const store = useMemo(() => settingsStore(userId), [userId])
  const settings = useSelector(store) ?? defaults
  const change = useMemo(() => (patch: Partial<Settings>) => store.set({ ...(store.get() ?? defaults), ...patch }), [store])
  return [settings, change]
}

function settingsStore(userId: number): LocalStore<Settings> {
  return new LocalStore(`playground-${userId}`, (json) => Settings.safeParse(json).data)
}

const FRESH_MS = 60_000

/** The catalogue as the caller may use it; undefined until it is there. */
function useCatalogue() {
  const { data, error, isLoading, refresh } = useWholeData(getPricing, {}, { freshMs: FRESH_MS })
  const catalogue = useMemo(() => (data ? catalogueOf(data.data, PricingExtra.parse(data.extra)) : undefined), [data])
  return { catalogue, error, isLoading, refresh }
}

export interface ChatControls {
  /** As they are in force: with a group and a model that exist. The model is empty where there is none. */
  readonly settings: ChatSettings
  /** For models that one talks with. */
  readonly voiceSettings: VoiceSettings
  /** Why no message can be sent: there is no model, or none was chosen and none can chat. */
  readonly missing: TextKey | undefined
  /** Are the models still on their way, and none is known yet? */
  readonly isLoading: boolean
  readonly isDefaultPrompt: boolean
  readonly isDefaultInstructions: boolean
  readonly change: (patch: Partial<Settings>) => void
  readonly catalogue: Catalogue | undefined
  readonly error: Error | null
  readonly refresh: () => Promise<unknown>
}

/** The settings, limited to what this user may use. `?model=` in the address chooses a model, once. */
export function useChatSettings(user: User): ChatControls {
  const t = useText()
  const [kept, change] = useSettings(user.id)
  const { catalogue, error, refresh } = useCatalogue()
  const { params, change: changeAddress } = useUrlState()
  const { model: asked } = params

  useEffect(() => {
    if (asked === undefined) return
    change({ model: asked })
    changeAddress({ model: undefined }, true)
  }, [asked, change, changeAddress])

  const systemPrompt = kept.systemPrompt ?? t('playground.systemDefault')
  const settings = useMemo((): ChatSettings => {
    const group = catalogue ? groupInForce(catalogue, kept.group, user.group || 'default') : kept.group
    const model = catalogue ? modelInForce(catalogue, group, kept.model, shownTraits) : kept.model
    return { ...kept, group, model, systemPrompt, work: workOf(model, shownTraits) }
  }, [kept, catalogue, user.group, systemPrompt])
  const instructions = kept.instructions ?? t('playground.voice.instructionsDefault')
  const { voice, transcriptionModel } = kept
  const voiceSettings = { voice, instructions, transcriptionModel }
  const hasModels = catalogue !== undefined && modelsOf(catalogue, settings.group).length > 0
  const isLoading = catalogue === undefined && settings.model === ''
  const missing = settings.model !== '' ? undefined : isLoading ? 'playground.modelsLoading' : withoutModel(hasModels)
  const isDefault = { isDefaultPrompt: kept.systemPrompt === null, isDefaultInstructions: kept.instructions === null }
  return { settings, voiceSettings, missing, isLoading, ...isDefault, change, catalogue, error, refresh }
}

function withoutModel(hasModels: boolean): TextKey {
  return hasModels ? 'playground.modelUnchosen' : 'playground.modelMissing'
}
