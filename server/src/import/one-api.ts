// one-api. Source: songquanpeng/one-api, model/{user,token,channel,redemption,option}.go and relay/channeltype/{define,url}.go.

import { openFamily } from './family/family.ts'
import { numbersBy, steadyIdentities } from './family/shared.ts'
import { listOf, objectIn, textOf } from './fields.ts'

/** Its first types are those of the family. From 25 on it counts by itself. */
const types = numbersBy({
  ...{
    1: 1,
    3: 3,
    6: 6,
    7: 7,
    9: 9,
    10: 10,
    11: 11,
    12: 12,
    13: 13,
    14: 14,
    15: 15,
    16: 26,
    17: 17,
    18: 18,
    19: 19,
    20: 20,
    21: 21,
    22: 22,
  },
  ...{ 23: 23, 24: 24, 25: 25, 26: 1026, 27: 35, 28: 42, 29: 1001, 30: 4, 31: 31, 32: 1025, 33: 33, 34: 49, 35: 34, 36: 43, 37: 39 },
  ...{ 39: 1005, 40: 45, 41: 1008, 42: 41, 44: 40, 45: 48, 46: 56, 47: 46, 48: 18, 49: 17 },
  // Resellers and relays that speak OpenAI's shape: the address decides.
  2: { type: 1, baseUrl: 'https://oa.api2d.net' },
  4: { type: 1, baseUrl: 'https://api.closeai-proxy.xyz' },
  5: { type: 1, baseUrl: 'https://api.openai-sb.com' },
  ...{ 8: 1, 50: 1 },
})

/** Azure, Bedrock and Vertex AI have a part of their credentials in `config`. */
const [AZURE, BEDROCK, VERTEX] = [3, 33, 42]

export const oneApi = openFamily({
  name: 'one-api',
  channelType: types,
  // It keeps the name at GitHub, not the number.
  identities: (row, options) => steadyIdentities(row, options, { hasGithubNumbers: false }),
  tokenLimits: (row) => ({
    models: textOf(row, 'models') === '' ? undefined : listOf(textOf(row, 'models')),
    addresses: textOf(row, 'subnet').split(','),
  }),
  channelFields(row, type) {
    const config = objectIn(row, 'config')
    const text = (name: string) => String(config[name] ?? '')
    if (type === AZURE && text('api_version') !== '') return { other: text('api_version') }
    if (type === VERTEX) return { other: text('region') }
    return type === BEDROCK ? { other: '' } : {}
  },
})
