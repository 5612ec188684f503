// new-api. Source: QuantumNous/new-api, model/{user,token,channel,redemption,option}.go and constant/channel.go.
import { openFamily } from './family/family.ts'
import { sameNumbers, steadyIdentities, wideTokenLimits } from './family/shared.ts'

export const newApi = openFamily({
  name: 'new-api',
  channelType: sameNumbers,
  // It keeps GitHub's number, and of users from before that their name there.
  identities: (row, options) => steadyIdentities(row, options, { hasGithubNumbers: true }),
  tokenLimits: wideTokenLimits,
  channelFields: () => ({}),
})
