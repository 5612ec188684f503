// Where the prices of price-groups.ts come from, and when they were read.

/** Where prices come from. */
export interface PriceSourceFact {
  readonly name: string
  readonly addresses: readonly string[]
  /** The day on which it was read, or whose prices were taken. */
  readonly read: string
}

const READ = '2026-11-23'
const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json'

/** Sources of the groups below, by the id that their rows name. */
export const groupSources: Readonly<Record<string, PriceSourceFact>> = {
  'openai-speech': {
    name: 'OpenAI, Speech generation',
    addresses: ['https://platform.openai.com/docs/pricing'],
    read: '2026-11-22',
  },
  'alibaba-speech': {
    name: 'Alibaba Cloud Model Studio, international, Speech synthesis - Qwen',
    addresses: ['https://www.alibabacloud.com/help/en/model-studio/qwen-tts'],
    read: '2026-11-27',
  },
  'alibaba-transcripts': {
    name: 'Alibaba Cloud Model Studio, international, Qwen3-ASR-Flash, as OpenRouter passes it on',
    addresses: ['https://openrouter.ai/qwen/qwen3-asr-flash-2026-02-10'],
    read: '2026-11-27',
  },
  'cloudflare-sound': {
    name: 'Cloudflare, pages of the models of Workers AI for sound',
    addresses: ['https://developers.cloudflare.com/workers-ai/models/'],
    read: '2026-11-27',
  },
  'openai-images': {
    name: 'OpenAI, prices per image of DALL·E 2 and 3, as others quote them: the models have left the price list',
    addresses: [
      'https://platform.openai.com/docs/pricing#image-generation',
      'https://github.com/kevinhermawan/Canvas/blob/main/model-info.json',
    ],
    read: READ,
  },
  'openai-moderation': {
    name: 'OpenAI, moderation is free of charge',
    addresses: ['https://platform.openai.com/docs/guides/moderation'],
    read: READ,
  },
  'google-images': {
    name: 'Google, Imagen, as quoted in its forum',
    addresses: ['https://ai.google.dev/gemini-api/docs/pricing', 'https://discuss.ai.google.dev/t/issue-with-url-context-tooling/101173'],
    read: READ,
  },
  replicate: {
    name: 'Replicate, an output image of its own models, as LobeHub, API Evangelist and OpenAI-HK quote its prices',
    addresses: [
      'https://replicate.com/pricing',
      'https://www.npmjs.com/package/model-bank/v/1.0.20260927202305',
      'https://github.com/api-evangelist/replicate/blob/main/plans/replicate-plans-pricing.yml',
      'https://oauth.openai-hk.com/docs/en/lab/replicate.html',
    ],
    read: '2026-11-27',
  },
  'black-forest-labs': {
    name: 'Black Forest Labs, an image of its models that cost the same in all sizes',
    addresses: ['https://docs.bfl.ai/quick_start/pricing', 'https://github.com/black-forest-labs/skills/blob/main/skills/bfl-api/SKILL.md'],
    read: '2026-11-28',
  },
  'cohere-rerank': {
    name: 'Cohere, searches with Rerank, as LiteLLM collects it',
    addresses: ['https://cohere.com/pricing', LITELLM],
    read: READ,
  },
  'bedrock-rerank': {
    name: 'AWS, queries to the rerankers of Bedrock, as LiteLLM collects them',
    addresses: [
      'https://aws.amazon.com/bedrock/pricing/',
      'https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-pricing.html',
      LITELLM,
    ],
    read: READ,
  },
  'voyage-rerank': {
    name: 'Voyage AI, rerankers, as OpenRouter and Bifrost pass them on',
    addresses: [
      'https://docs.voyageai.com/docs/pricing',
      'https://openrouter.ai/voyageai',
      'https://www.getmaxim.ai/bifrost/model-library/provider/voyage',
    ],
    read: READ,
  },
  alibaba: {
    name: 'Alibaba Cloud Model Studio, international, as LiteLLM collects it',
    addresses: ['https://www.alibabacloud.com/help/en/model-studio/models', LITELLM],
    read: READ,
  },
  'openai-image-tokens': {
    name: 'OpenAI, tokens of the gpt-image models: 2, 2.5 and 2.6 cost the same',
    addresses: ['https://developers.openai.com/api/docs/pricing'],
    read: '2026-11-23',
  },
  'aws-titan': {
    name: 'AWS, vectors of Titan, as Vercel passes them on and LobeHub collects them',
    addresses: ['https://www.npmjs.com/package/model-bank/v/1.0.20260927202305'],
    read: '2026-11-27',
  },
  'llm-gateway': {
    name: 'xAI, as LLM Gateway passes it on',
    addresses: ['https://www.npmjs.com/package/@llmgateway/models/v/1.324.0'],
    read: '2026-11-27',
  },
  'google-films': {
    name: 'Google, Veo with sound, as LiteLLM collects it and reAPI quotes it',
    addresses: ['https://ai.google.dev/gemini-api/docs/pricing', LITELLM, 'https://reapi.ai/ru/blog/cheapest-veo-3-1-api-2026'],
    read: '2026-11-28',
  },
  'xai-films': { name: 'xAI, films', addresses: ['https://docs.x.ai/docs/models'], read: '2026-11-27' },
  'zai-vision': {
    name: 'Z.AI, models that see, as OpenRouter and LLM Gateway pass them on',
    addresses: ['https://openrouter.ai/models', 'https://www.npmjs.com/package/@llmgateway/models/v/1.324.0'],
    read: '2026-11-27',
  },
  tasks: {
    name: 'The usual price of this family of gateways; proxies of Midjourney and Suno set their own',
    addresses: [],
    read: READ,
  },
}
