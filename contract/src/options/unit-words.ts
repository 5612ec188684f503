// The units of options, short, as they stand behind a number.
import type { Language, Words } from '../errors.ts'
import type { Option } from './option.ts'

const units: Readonly<Record<string, Words>> = {
  attempts: { en: 'times', zh: '次' },
  calls: { en: 'calls', zh: '次' },
  'local currency per dollar': { en: 'per $', zh: '每美元' },
  'of StripeCurrency per dollar': { en: 'per $', zh: '每美元' },
  days: { en: 'days', zh: '天' },
  dollars: { en: 'USD', zh: '美元' },
  MB: { en: 'MB', zh: 'MB' },
  minutes: { en: 'min', zh: '分钟' },
  percent: { en: '%', zh: '%' },
  '2 dollars per million tokens': { en: '$2 per million tokens', zh: '$2 / 百万 Token' },
  accounts: { en: 'accounts', zh: '个' },
  'dollars per call': { en: 'USD per call', zh: '美元 / 次' },
  'dollars per use': { en: 'USD per use', zh: '美元 / 次' },
  hours: { en: 'hours', zh: '小时' },
  ms: { en: 'ms', zh: '毫秒' },
  quota: { en: 'quota units', zh: '额度单位' },
  'quota per dollar': { en: 'per $', zh: '每美元' },
  seconds: { en: 's', zh: '秒' },
  tokens: { en: 'tokens', zh: 'Token' },
}

/** The unit behind a number, short. */
export function unitName({ unit }: Pick<Option, 'unit'>, language: Language): string | undefined {
  return unit === undefined ? undefined : (units[unit]?.[language] ?? unit)
}
