import { getModelMapping, reloadModelMapping, updateModelMapping } from '@waystation/contract/api/channels/model-mapping'
import { modelMapping } from '@waystation/contract/options/pricing'
import type { OptionService } from '../../domain/option/option-service.ts'
import { type Route, route } from '../http/route.ts'

export interface ModelMappingRouteParts {
  readonly options: OptionService
}

export const modelMappingRoutes = ({ options }: ModelMappingRouteParts): Route[] => [
  route(getModelMapping, () => ({ mapping: options.get(modelMapping) })),
  route(updateModelMapping, async ({ caller, body, audit }) => {
    const before = options.storedText(modelMapping.key)
    await options.set(modelMapping.key, JSON.stringify(body.mapping), caller)
    audit({ target: modelMapping.key, before, after: options.storedText(modelMapping.key) })
    return null
  }),
  route(reloadModelMapping, async ({ audit }) => {
    await options.refresh()
    audit({ target: modelMapping.key })
    return Object.keys(options.get(modelMapping)).length
  }),
]
