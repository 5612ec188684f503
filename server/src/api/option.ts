import { listOptions, resetModelRatio, updateOption } from '@waystation/contract/api/option'
import { modelRatio } from '@waystation/contract/options/pricing'
import { optionByKey } from '@waystation/contract/options/registry'
import type { OptionService } from '../domain/option/option-service.ts'
import { type Route, route, withExtra } from './route.ts'

export const optionRoutes = ({ options }: { options: OptionService }): Route[] => [
  route(listOptions, ({ caller }) => {
    const { items, setSecrets, readOnly } = options.list(caller)
    return withExtra(items, { set_secrets: setSecrets, read_only: readOnly })
  }),
  route(updateOption, async ({ caller, body, audit }) => {
    const before = textOf(options, caller, body.key)
    await options.set(body.key, String(body.value), caller)
    audit({ target: body.key, before, after: textOf(options, caller, body.key) })
    return null
  }),
  // "rest" is the family's spelling. The built-in ratios stand below the saved map, so an empty map is all of them.
  route(resetModelRatio, async ({ caller, audit }) => {
    const before = textOf(options, caller, modelRatio.key)
    await options.set(modelRatio.key, '{}', caller)
    audit({ target: modelRatio.key, before, after: '{}' })
    return null
  }),
]

/** The text of an option for the record of deeds; of a secret only that it is one. */
function textOf(options: OptionService, caller: { role: number }, key: string): string {
  if (optionByKey(key)?.secret) return '***'
  return options.list(caller).items.find((item) => item.key === key)?.value ?? ''
}
