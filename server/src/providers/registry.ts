import { channelTypes } from '@waystation/contract/channels/channel-type'
import type { Vendor } from '@waystation/contract/vendors/vendor'
import { anthropic } from './anthropic/provider.ts'
import { azure } from './azure/provider.ts'
import { dashboardBalance } from './balance.ts'
import { bedrock } from './bedrock/provider.ts'
import { blackForestLabs } from './black-forest-labs/provider.ts'
import { cohere } from './cohere/provider.ts'
import { coze } from './coze/provider.ts'
import { advancedCustom, custom } from './custom/provider.ts'
import { dashScope } from './dash-scope/provider.ts'
import { databricks } from './databricks/provider.ts'
import { deepInfra } from './deep-infra/provider.ts'
import { deepseek } from './deepseek/provider.ts'
import { dify } from './dify/provider.ts'
import { doubao } from './doubao/provider.ts'
import { elevenLabs } from './eleven-labs/provider.ts'
import { fastGpt } from './fast-gpt/provider.ts'
import { gemini } from './gemini/provider.ts'
import { jimeng } from './jimeng/provider.ts'
import { jina } from './jina/provider.ts'
import { midjourneyProxies } from './midjourney/provider.ts'
import { miniMax } from './mini-max/provider.ts'
import { mistral } from './mistral/provider.ts'
import { moonshot } from './moonshot/provider.ts'
import { nvidia } from './nvidia/provider.ts'
import { ollama } from './ollama/provider.ts'
import { openRouter } from './open-router/provider.ts'
import { openai } from './openai/provider.ts'
import { openAICompatible } from './openai-compatible.ts'
import type { Provider } from './provider.ts'
import { replicate } from './replicate/provider.ts'
import { resellers } from './resellers/provider.ts'
import { siliconFlow } from './silicon-flow/provider.ts'
import { spark } from './spark/provider.ts'
import { suno } from './suno/provider.ts'
import { withFilms } from './tasks/films.ts'
import { withPictures } from './tasks/pictures.ts'
import { vertex } from './vertex/provider.ts'
import { workersAi } from './workers-ai/provider.ts'
import { xai } from './xai/provider.ts'

/** Vendors with code of their own. */
const withCode: readonly Provider[] = [
  advancedCustom,
  anthropic,
  azure,
  bedrock,
  blackForestLabs,
  cohere,
  coze,
  custom,
  dashScope,
  databricks,
  deepInfra,
  deepseek,
  dify,
  doubao,
  elevenLabs,
  fastGpt,
  gemini,
  jimeng,
  jina,
  ...midjourneyProxies,
  miniMax,
  mistral,
  moonshot,
  nvidia,
  ollama,
  openai,
  openRouter,
  replicate,
  ...resellers,
  siliconFlow,
  spark,
  suno,
  vertex,
  workersAi,
  xai,
]

/** Channel type to provider, for every type that is ready. */
export const providers: Readonly<Record<number, Provider>> = Object.fromEntries(
  channelTypes
    .filter(({ isReady }) => isReady)
    .map((vendor) => [vendor.id, withPictures(withFilms(withCode.find(({ id }) => id === vendor.id) ?? fromRecord(vendor)))]),
)

/** Gateways like this one report what an account has left as OpenAI once did. */
function fromRecord(vendor: Vendor): Provider {
  return openAICompatible(vendor, vendor.balanceAt === 'nowhere' ? {} : { balance: dashboardBalance })
}
