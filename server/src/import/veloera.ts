// Veloera. Source: Veloera/Veloera, model/{user,token,channel}.go; server-behaviour.
import { openFamily } from './family/family.ts'
import { sameNumbers, steadyIdentities, wideTokenLimits } from './family/shared.ts'

export const veloera = openFamily({
  name: 'veloera',
  channelType: sameNumbers,
  identities: (row, options) => steadyIdentities(row, options, { hasGithubNumbers: false }),
  tokenLimits: wideTokenLimits,
  channelFields: () => ({}),
})
