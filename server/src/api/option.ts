import { listOptions, resetModelRatio, updateOption } from '@waystation/contract/api/option'
import { modelRatio } from '@waystation/contract/options/pricing'
import { optionByKey } from '@waystation/contract/options/registry'
import type { OptionService } from '../domain/option/option-service.ts'
import { type Route, route, withExtra, withMessage } from './route.ts'

export const optionRoutes = ({ options }: { options: OptionService }): Route[] => [
  route(listOptions, ({ caller }) => {
    const { items, setSecrets, readOnly } = options.list(caller)
    return withExtra(items, { set_secrets: setSecrets, read_only: readOnly })
  }),
  route(updateOption, async ({ caller, body, audit }) => {
    const before = recordedText(options, body.key)
    await options.set(body.key, String(body.value ?? ''), caller)
    audit({ target: body.key, before, after: recordedText(options, body.key) })
    return null
  }),
  // "rest" is the family's spelling. An empty text takes all edits back, so that the built-in ratios are left.
  route(resetModelRatio, async ({ caller, audit }) => {
    const before = recordedText(options, modelRatio.key)
    await options.set(modelRatio.key, '', caller)
    audit({ target: modelRatio.key, before, after: recordedText(options, modelRatio.key) })
    return withMessage(null, { zh: '模型倍率已恢复为内置值', en: 'Model ratios were reset to the built-in values' })
  }),
]

/** The text of an option for the record of deeds; of a secret only that it is one, of a price map only the edits. */
function recordedText(options: OptionService, key: string): string {
  return optionByKey(key)?.secret ? '***' : options.storedText(key)
}
