// one-hub. Source: MartialBE/one-hub, model/{user,token,channel,redemption,price,user_group}.go and common/config/constants.go.
import type { ForeignDatabase, ForeignRow } from '../db/foreign-database.ts'
import { openFamily } from './family/family.ts'
import { numbersBy, steadyIdentities } from './family/shared.ts'
import { flagOf, objectIn, parsedObject, textOf } from './fields.ts'
import type { ReadParts } from './source.ts'

/** It counts by itself from 24 on. Speech at Azure, Stability AI, Ideogram, Recraft and its own kind of Llama have no equal here. */
const types = numbersBy({
  ...{
    1: 1,
    3: 3,
    11: 11,
    14: 14,
    15: 15,
    16: 26,
    17: 17,
    18: 18,
    19: 19,
    20: 20,
    21: 21,
    22: 22,
    23: 23,
    25: 24,
    26: 1026,
    27: 35,
    28: 43,
  },
  ...{ 29: 25, 30: 42, 31: 1001, 32: 33, 33: 31, 34: 2, 35: 39, 36: 34, 38: 49, 39: 4, 40: 23, 41: 36, 42: 41, 45: 40, 46: 1066, 47: 38 },
  ...{ 52: 56, 53: 50, 54: 1064, 56: 48 },
  // Addresses of the operator's own.
  ...{ 2: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 12: 1, 13: 1 },
  49: { type: 1, baseUrl: 'https://models.inference.ai.azure.com' },
})

export const oneHub = openFamily({
  name: 'one-hub',
  channelType: types,
  identities(row, options) {
    const number = textOf(row, 'github_id_new')
    const steady = number !== '' && number !== '0'
    const linuxDo = textOf(row, 'linuxdo_id')
    const seen: ForeignRow = { ...row, ...(steady ? { github_id: number } : {}), ...(linuxDo === '' ? {} : { linux_do_id: linuxDo }) }
    return steadyIdentities(seen, options, { hasGithubNumbers: steady })
  },
  tokenLimits(row) {
    const limits = parsedObject(objectIn(row, 'setting').limits)
    const [models, addresses] = [parsedObject(limits.limit_model_setting), parsedObject(limits.limits_ip_setting)]
    return {
      models: models.enabled === true ? textsIn(models.models) : undefined,
      addresses: addresses.enabled === true ? textsIn(addresses.whitelist) : [],
    }
  },
  channelFields: () => ({}),
  async tables(foreign, parts) {
    return new Map([...(await readPrices(foreign, parts)), ...(await readGroups(foreign))])
  },
})

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

/** Dollars of one unit of its prices: 1 is $0.002 for a thousand tokens, or for one call. */
const DOLLARS_PER_CALL = 0.002
const PLACES = 12
/** What dividing binary fractions leaves behind. */
const ARTEFACT = 1e-14

/** Prices of tokens have an input and an output of their own; here the output is a ratio of the input. */
async function readPrices(foreign: ForeignDatabase, { tally }: ReadParts): Promise<[string, Record<string, number>][]> {
  const maps: Record<string, Record<string, number>> = { ModelRatio: {}, CompletionRatio: {}, ModelPrice: {}, CacheRatio: {} }
  const put = (map: string, model: string, value: number) => {
    const rounded = Number(value.toFixed(PLACES))
    if (Math.abs(rounded - value) > ARTEFACT) tally.note('price_rounded', model)
    if (maps[map]) maps[map][model] = rounded
  }
  if (!foreign.tables.has('prices')) return []
  for (const row of await foreign.all('prices')) {
    const model = textOf(row, 'model')
    const [input, output] = [Number(textOf(row, 'input')), Number(textOf(row, 'output'))]
    if (textOf(row, 'type') === 'times') put('ModelPrice', model, input * DOLLARS_PER_CALL)
    else if (input > 0) {
      put('ModelRatio', model, input)
      put('CompletionRatio', model, output / input)
      const cached = Number(objectIn(row, 'extra_ratios').cached_tokens)
      if (cached >= 0) put('CacheRatio', model, cached)
    } else if (output === 0) put('ModelRatio', model, 0)
    else tally.note('price_invalid', model)
  }
  return Object.entries(maps)
}

async function readGroups(foreign: ForeignDatabase): Promise<[string, Record<string, unknown>][]> {
  if (!foreign.tables.has('user_groups')) return []
  const rows = await foreign.all('user_groups')
  const ratios = Object.fromEntries(rows.map((row) => [textOf(row, 'symbol'), Number(textOf(row, 'ratio'))]))
  const open = rows.filter((row) => flagOf(row, 'public'))
  return [
    ['GroupRatio', ratios],
    ['UserUsableGroups', Object.fromEntries(open.map((row) => [textOf(row, 'symbol'), textOf(row, 'name')]))],
  ]
}
