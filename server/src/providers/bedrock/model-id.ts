// Ids of models. Claude is also known by the names that Anthropic has for it, since stored channels of this type have those.

/** The part of the world that an inference profile keeps its calls in. */
type Geography = 'us' | 'us-gov' | 'eu' | 'apac' | 'jp' | 'au'

interface ClaudeModel {
  readonly id: string
  /** Where there is a profile that serves it. */
  readonly profiles: readonly Geography[]
}

const ASIA = ['us', 'eu', 'apac'] as const
const SPLIT_ASIA = ['us', 'us-gov', 'eu', 'jp', 'au'] as const

/**
 * Claude's models whose ids are not just `anthropic.` and the name, and older ones whose profiles differ. Sources: AWS, "Supported Regions and
 * models for inference profiles"; Anthropic, "Claude on Amazon Bedrock", 2026.
 */
const claudeModels: Readonly<Record<string, ClaudeModel>> = {
  'claude-3-haiku-20240307': { id: 'anthropic.claude-3-haiku-20240307-v1:0', profiles: ASIA },
  'claude-3-sonnet-20240229': { id: 'anthropic.claude-3-sonnet-20240229-v1:0', profiles: ASIA },
  'claude-3-opus-20240229': { id: 'anthropic.claude-3-opus-20240229-v1:0', profiles: ['us'] },
  'claude-3-5-haiku-20241022': { id: 'anthropic.claude-3-5-haiku-20241022-v1:0', profiles: ['us'] },
  'claude-3-5-sonnet-20240620': { id: 'anthropic.claude-3-5-sonnet-20240620-v1:0', profiles: ASIA },
  'claude-3-5-sonnet-20241022': { id: 'anthropic.claude-3-5-sonnet-20241022-v2:0', profiles: ['us', 'apac'] },
  'claude-3-7-sonnet-20250219': { id: 'anthropic.claude-3-7-sonnet-20250219-v1:0', profiles: ASIA },
  'claude-sonnet-4-20250514': { id: 'anthropic.claude-sonnet-4-20250514-v1:0', profiles: ASIA },
  'claude-opus-4-20250514': { id: 'anthropic.claude-opus-4-20250514-v1:0', profiles: ['us'] },
  'claude-opus-4-1-20250805': { id: 'anthropic.claude-opus-4-1-20250805-v1:0', profiles: ['us'] },
  'claude-opus-4-5-20251101': { id: 'anthropic.claude-opus-4-5-20251101-v1:0', profiles: ['us', 'eu'] },
  'claude-sonnet-4-5-20250929': { id: 'anthropic.claude-sonnet-4-5-20250929-v1:0', profiles: SPLIT_ASIA },
  'claude-haiku-4-5-20251001': { id: 'anthropic.claude-haiku-4-5-20251001-v1:0', profiles: SPLIT_ASIA },
  'claude-opus-4-6': { id: 'anthropic.claude-opus-4-6-v1', profiles: SPLIT_ASIA },
}

/** Names that Anthropic moves on. */
const aliases: Readonly<Record<string, string>> = {
  'claude-opus-4-1': 'claude-opus-4-1-20250805',
  'claude-opus-4-5': 'claude-opus-4-5-20251101',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5': 'claude-haiku-4-5-20251001',
}

/**
 * The id under which AWS serves a model. Ids of AWS, of profiles and ARNs stay as they are; a name of Claude becomes the id of the profile of the
 * region's part of the world, or the model's own id where there is none.
 */
export function modelIdOf(model: string, region: string): string {
  if (!model.startsWith('claude-')) return model
  const name = aliases[model] ?? model
  const { id, profiles } = claudeModels[name] ?? { id: `anthropic.${name}`, profiles: SPLIT_ASIA }
  const geography = geographiesOf(region).find((each) => profiles.includes(each))
  return geography === undefined ? id : `${geography}.${id}`
}

/** The parts of the world that a region is in, the narrowest first. */
function geographiesOf(region: string): Geography[] {
  if (region.startsWith('us-gov-')) return ['us-gov']
  if (region.startsWith('us-')) return ['us']
  if (region.startsWith('eu-')) return ['eu']
  if (/^ap-northeast-[13]$/.test(region)) return ['jp', 'apac']
  if (/^ap-southeast-[24]$/.test(region)) return ['au', 'apac']
  return region.startsWith('ap-') ? ['apac'] : []
}
