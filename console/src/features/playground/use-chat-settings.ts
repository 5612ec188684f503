import type { User } from '@waystation/contract/user'
import { useEffect, useMemo } from 'react'
import { type TextKey, useText } from '~/i18n'
import { useUrlState } from '~/ui/kit'
import { type Catalogue, groupInForce, modelInForce, modelsOf } from './catalogue-rules.ts'
import type { ChatSettings } from './chat/request-body.ts'
import { type Settings, useSettings } from './settings.ts'
import { useCatalogue } from './use-catalogue.ts'

export interface ChatControls {
  /** As they are in force: with a group and a model that exist. The model is empty where there is none. */
  readonly settings: ChatSettings
  /** Why no message can be sent: there is no model, or none was chosen and none can chat. */
  readonly missing: TextKey | undefined
  /** Are the models still on their way, and none is known yet? */
  readonly isLoading: boolean
  readonly isDefaultPrompt: boolean
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
    const model = catalogue ? modelInForce(catalogue, group, kept.model) : kept.model
    return { ...kept, group, model, systemPrompt }
  }, [kept, catalogue, user.group, systemPrompt])
  const hasModels = catalogue !== undefined && modelsOf(catalogue, settings.group).length > 0
  const isLoading = catalogue === undefined && settings.model === ''
  const missing = settings.model !== '' ? undefined : isLoading ? 'playground.modelsLoading' : withoutModel(hasModels)
  return { settings, missing, isLoading, isDefaultPrompt: kept.systemPrompt === null, change, catalogue, error, refresh }
}

function withoutModel(hasModels: boolean): TextKey {
  return hasModels ? 'playground.modelUnchosen' : 'playground.modelMissing'
}
