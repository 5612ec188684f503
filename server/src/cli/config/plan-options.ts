// The options of the file beside those of the database.
import { isDeepStrictEqual } from 'node:util'
import { type AppError, errorMessage } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { options as allOptions, decodeTyped, encodeOption, optionByKey } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import type { Change } from './change.ts'
import type { ConfigDocument } from './document.ts'
import { type Installation, refusalOf } from './installation.ts'
import { defaultValue, isConfigurable, presentValue, textOf, valueIn } from './option-values.ts'
import type { References } from './references.ts'

export interface OptionStep {
  readonly key: string
  /** As it is stored. */
  readonly text: string
  readonly change: Change
}

/** Who changes options here. */
export const operator = { role: role.root, isStored: true } as const

interface Planned {
  readonly steps: readonly OptionStep[]
  readonly kept: readonly string[]
}

export async function planOptions(
  document: ConfigDocument,
  given: unknown,
  installation: Installation,
  references: References,
): Promise<Planned> {
  const section = document.mapAt(['options'], given) ?? {}
  const { options } = installation
  const steps = Object.entries(section).flatMap(([key, value]) => {
    const option = optionByKey(key)
    const read =
      option && isConfigurable(option)
        ? readOption(option, value, references)
        : { fault: 'there is no such setting: docs/options.md lists all' }
    if ('fault' in read) document.note(['options', key], read.fault)
    return option && 'text' in read ? (stepOf(options, option, read.text) ?? []) : []
  })
  await noteRefusals(document, installation, steps)
  const isKept = (option: Option) =>
    !Object.hasOwn(section, option.key) && isConfigurable(option) && !isDeepStrictEqual(presentValue(options, option), defaultValue(option))
  return { steps, kept: allOptions.filter(isKept).map(({ key }) => key) }
}

/** The text that a value means. Null takes an option back to what is built in. */
function readOption(option: Option, given: unknown, references: References): { readonly text: string } | { readonly fault: string } {
  if (option.secret) {
    if (given === null) return { fault: 'a secret cannot be taken away here' }
    const read = references(given)
    return read.fault === undefined ? checked(option, read.text) : { fault: read.fault }
  }
  if (given === null) return { text: encodeOption(option, option.default) }
  const read = textOf(option, given)
  return 'text' in read ? checked(option, read.text) : read
}

/** Within the rules of the option, and as it is stored. */
function checked(option: Option, text: string): { readonly text: string } | { readonly fault: string } {
  const decoded = decodeTyped(option, text)
  return decoded.ok ? { text: encodeOption(option, decoded.value) } : { fault: decoded.detail.en }
}

/** Undefined where nothing would change. */
function stepOf(options: Installation['options'], option: Option, text: string): OptionStep | undefined {
  const { key: field } = option
  const [before, after] = [presentValue(options, option), valueIn(option, text)]
  if (isDeepStrictEqual(before, after)) return undefined
  return { key: field, text, change: option.secret ? { field, is_secret: true } : { field, before, after } }
}

/** What the settings may not be beside each other, by the rules of the settings page: each that is refused is told, and looked at no more. */
async function noteRefusals(document: ConfigDocument, { options }: Installation, steps: readonly OptionStep[]): Promise<void> {
  const texts = textsOf(steps)
  for (;;) {
    const refusal = await refusalOf(() => options.wouldBe(texts, operator))
    if (!refusal) return
    const key = fieldOf(refusal)
    document.note(['options', ...(key === undefined ? [] : [key])], errorMessage(refusal.code, refusal.facts, 'en'))
    if (key === undefined || !(key in texts)) return
    delete texts[key]
  }
}

export const textsOf = (steps: readonly OptionStep[]): Record<string, string> =>
  Object.fromEntries(steps.map(({ key, text }) => [key, text]))

/** The field that a refusal is about. */
export const fieldOf = ({ fields }: AppError): string | undefined => Object.keys(fields ?? {})[0]
