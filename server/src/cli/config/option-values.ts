// Options are stored as text; in the file they are what they are: true, 3, a list, a map.
import type { Option } from '@waystation/contract/options/option'
import { encodeOption } from '@waystation/contract/options/registry'
import { listItems, splitList } from '@waystation/contract/values/codec'
import type { OptionService } from '../../domain/option/option-service.ts'

/** Is this one that a file can have? */
export const isConfigurable = (option: Option): boolean => option.isReady

/** A text of an option as it stands in the file. */
export function valueIn({ type }: Option, text: string): unknown {
  switch (type.kind) {
    case 'flag':
      return text === 'true'
    case 'number':
      return text === '' ? '' : Number(text)
    case 'list':
      return listItems(text)
    case 'lines':
      return splitList(text, /[\r\n]+/)
    case 'json':
      return JSON.parse(text)
    case 'text':
    case 'choice':
      return text
  }
}

/** The present value of an option as it stands in the file. */
export function presentValue(options: Pick<OptionService, 'get'>, option: Option): unknown {
  return valueIn(option, encodeOption(option, options.get(option)))
}

export const defaultValue = (option: Option): unknown => valueIn(option, encodeOption(option, option.default))

/** What is wrong with a value that is not of an option's kind. */
const wants: Readonly<Record<Option['type']['kind'], string>> = {
  flag: 'must be true or false',
  number: 'must be a number',
  list: 'must be a list',
  lines: 'must be a list',
  text: 'must be a text: put it in quotation marks',
  choice: 'must be a text: put it in quotation marks',
  json: 'must be a map or a list',
}

/** The text of a value of the file. The rules of the option are not looked at yet. */
export function textOf({ type: { kind } }: Option, given: unknown): { readonly text: string } | { readonly fault: string } {
  if (kind === 'json') return { text: JSON.stringify(given) }
  if (typeof given === 'string' && kind !== 'flag' && (kind !== 'number' || given === '')) return { text: given }
  if ((kind === 'flag' && typeof given === 'boolean') || (kind === 'number' && typeof given === 'number')) return { text: String(given) }
  const isItem = (item: unknown) => typeof item === 'string' || typeof item === 'number'
  if ((kind === 'list' || kind === 'lines') && Array.isArray(given) && given.every(isItem)) {
    return { text: given.join(kind === 'list' ? ',' : '\n') }
  }
  return { fault: wants[kind] }
}
