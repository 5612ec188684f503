// Vendors of which no more is known than a name, an address and which of the usual doors are there: one row each
// (docs/decisions/0032). One with models, plans, rules or paths of its own has a file.
//
// Sources, of November 2026: each vendor's API reference, and models.dev (as opencode 1.18.34 has it), which gives the address and the page of
// most; where another is meant, it stands at the row.
import { type Operation, type VendorRecord, vendor } from './vendor.ts'

interface Row
  extends Pick<
    VendorRecord,
    'id' | 'name' | 'chineseName' | 'listedAs' | 'isHidden' | 'dialectsOfModels' | 'paths' | 'formats' | 'balanceAt'
  > {
  /** Below what OpenAI's chat is served, as the vendor writes it; a mere path where each operator has another address. */
  readonly api: string
  /** What is served beside chat and a list of models. */
  readonly also?: readonly Operation[]
  /** What is served in place of them. */
  readonly only?: readonly Operation[]
  /** Which other dialects are served below the same path. */
  readonly speaks?: readonly string[]
  readonly hint?: VendorRecord['hint']
}

const VERSION = '/v1'

function record({ api, also = [], only, speaks = [], hint, ...names }: Row): VendorRecord {
  const path = api.startsWith('/') ? api : api.endsWith(VERSION) ? VERSION : new URL(api).pathname
  const shown = api.replace('https://', '')
  return {
    ...names,
    hint: hint ?? { zh: shown, en: shown },
    baseUrl: api.slice(0, -path.length),
    dialects: ['openai-chat', ...speaks],
    isDialectChosen: true,
    operations: only ?? ['chat', ...also, 'models'],
    versionPaths: path === VERSION ? {} : { 'openai-chat': path },
  }
}

const sound: readonly Operation[] = ['transcription', 'translation', 'speech']
const pictures: readonly Operation[] = ['images', 'image-edits', 'image-variations']
const texts: readonly Operation[] = ['completions', 'embeddings']

const resold = {
  also: [...texts, ...sound, ...pictures],
  hint: { zh: '早期的转售站，仅供已有渠道使用', en: 'An early reseller, only for existing channels' },
  isHidden: true,
}

const family: readonly Row[] = [
  // Relays of OpenAI from the first days of the family. Whether they are still there is not known: nobody is offered them.
  { id: 6, name: 'OpenAIMax', api: 'https://api.openaimax.com/v1', ...resold },
  { id: 7, name: 'OhMyGPT', api: 'https://api.ohmygpt.com/v1', ...resold },
  { id: 9, name: 'AI.LS', api: 'https://api.caipacity.com/v1', ...resold },
  { id: 10, name: 'AI Proxy', api: 'https://api.aiproxy.io/v1', ...resold, balanceAt: 'everywhere' },
  { id: 12, name: 'API2GPT', api: 'https://api.api2gpt.com/v1', ...resold, balanceAt: 'everywhere' },
  { id: 13, name: 'AIGC2D', api: 'https://api.aigc2d.com/v1', ...resold, balanceAt: 'everywhere' },
  { id: 53, name: 'Submodel', api: 'https://llm.submodel.ai/v1' },
]

const hosts: readonly Row[] = [
  {
    ...{ id: 1003, name: 'SambaNova', api: 'https://api.sambanova.ai/v1', speaks: ['anthropic-messages'] },
    also: ['transcription', 'translation'],
  },
  {
    ...{ id: 1004, name: 'Fireworks AI', api: 'https://api.fireworks.ai/inference/v1', also: [...texts, 'rerank'] },
    speaks: ['openai-responses', 'anthropic-messages'],
  },
  {
    ...{ id: 1005, name: 'Together AI', api: 'https://api.together.xyz/v1' },
    also: [...texts, 'rerank', ...sound, 'images', 'image-edits'],
    paths: { 'image-edits': '/v1/images/generations' },
    formats: { images: 'together', 'image-edits': 'together' },
  },
  { id: 1007, name: 'Nebius Token Factory', api: 'https://api.tokenfactory.nebius.com/v1', also: ['embeddings', 'images'] },
  // Its address: QuantumNous/new-api, Cherry Studio and others, 2026.
  { id: 1009, name: 'PPIO', chineseName: '派欧云 PPIO', api: 'https://api.ppinfra.com/v3/openai' },
  { id: 1010, name: 'Hyperbolic', api: 'https://api.hyperbolic.xyz/v1' },
  { id: 1012, name: 'Hugging Face', api: 'https://router.huggingface.co/v1', speaks: ['openai-responses'] },
  { id: 1013, name: 'Baseten', api: 'https://inference.baseten.co/v1' },
  { id: 1014, name: 'Friendli', api: 'https://api.friendli.ai/serverless/v1' },
  { id: 1015, name: 'Chutes', api: 'https://llm.chutes.ai/v1' },
  { id: 1016, name: 'GMI Cloud', api: 'https://api.gmi-serving.com/v1' },
  { id: 1017, name: 'Inference.net', api: 'https://inference.net/v1' },
  { id: 1018, name: 'IO Intelligence', api: 'https://api.intelligence.io.solutions/api/v1' },
  { id: 1019, name: 'W&B Inference', api: 'https://api.inference.wandb.ai/v1' },
  { id: 1020, name: 'DigitalOcean', api: 'https://inference.do-ai.run/v1' },
  { id: 1021, name: 'Vultr', api: 'https://api.vultrinference.com/v1' },
  { id: 1022, name: 'Scaleway', api: 'https://api.scaleway.ai/v1' },
  { id: 1023, name: 'OVHcloud', api: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1' },
  { id: 1024, name: 'STACKIT', api: 'https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1' },
  // Its address: clients of its own documentation (internlm.intern-ai.org.cn/api/document), 2026.
  { id: 1027, name: 'InternLM', chineseName: '书生 InternLM', api: 'https://chat.intern-ai.org.cn/api/v1' },
  { id: 1028, name: 'ModelScope', chineseName: '魔搭社区', api: 'https://api-inference.modelscope.cn/v1', speaks: ['anthropic-messages'] },
  // Its older address is api.tbox.cn/api/llm/v1, for the keys of that site.
  { id: 1031, name: 'Ant Ling', chineseName: '蚂蚁百灵', api: 'https://api.ant-ling.com/v1' },
  { id: 1032, name: 'Huawei Cloud MaaS', chineseName: '华为云 MaaS', api: 'https://api.modelarts-maas.com/v1' },
  { id: 1033, name: 'Qiniu', chineseName: '七牛云', api: 'https://api.qnaigc.com/v1' },
  { id: 1034, name: 'Moark', chineseName: '模力方舟', api: 'https://moark.com/v1' },
  { id: 1035, name: '302.AI', api: 'https://api.302.ai/v1' },
  { id: 1037, name: 'Jiekou.AI', chineseName: '接口 AI', api: 'https://api.jiekou.ai/openai' },
]

const makersAndRouters: readonly Row[] = [
  { id: 1038, name: 'Poe', api: 'https://api.poe.com/v1' },
  { id: 1039, name: 'Upstage', api: 'https://api.upstage.ai/v1/solar', listedAs: ['upstage'] },
  { id: 1040, name: 'Inception', api: 'https://api.inceptionlabs.ai/v1', listedAs: ['inception'] },
  { id: 1041, name: 'Morph', api: 'https://api.morphllm.com/v1', listedAs: ['morph'] },
  { id: 1042, name: 'Venice AI', api: 'https://api.venice.ai/api/v1' },
  { id: 1043, name: 'Sarvam AI', api: 'https://api.sarvam.ai/v1', listedAs: ['sarvam'] },
  {
    ...{ id: 1044, name: 'Sakana AI', api: 'https://api.sakana.ai/v1', listedAs: ['sakana'] },
    dialectsOfModels: { fugu: ['openai-responses'] },
  },
  { id: 1045, name: 'Poolside', api: 'https://inference.poolside.ai/v1', listedAs: ['poolside'] },
  { id: 1046, name: 'Arcee AI', api: 'https://api.arcee.ai/api/v1', listedAs: ['arcee'] },
  { id: 1047, name: 'Meta Llama', api: 'https://api.llama.com/compat/v1', listedAs: ['llama'] },
  { id: 1048, name: 'Amazon Nova', api: 'https://api.nova.amazon.com/v1', listedAs: ['nova'] },
  {
    ...{ id: 1049, name: 'Vercel AI Gateway', api: 'https://ai-gateway.vercel.sh/v1', also: ['embeddings', 'images'] },
    speaks: ['openai-responses', 'anthropic-messages'],
  },
  { id: 1052, name: 'Requesty', api: 'https://router.requesty.ai/v1' },
  { id: 1053, name: 'Kilo Gateway', api: 'https://api.kilo.ai/api/gateway' },
  { id: 1054, name: 'ZenMux', api: 'https://zenmux.ai/api/v1' },
  { id: 1055, name: 'LLM Gateway', api: 'https://api.llmgateway.io/v1' },
  { id: 1056, name: 'NanoGPT', api: 'https://nano-gpt.com/api/v1' },
]

const ownServer = (name: string, port: number) => ({
  zh: `自行部署的 ${name} 服务，通常为 http://…:${port}`,
  en: `Your own ${name} server, usually http://…:${port}`,
})

/** Sources: localai.io, huggingface.co/docs/text-generation-inference, docs.gpustack.ai, lemonade-server.ai. */
const ownServers: readonly Row[] = [
  { id: 1059, name: 'LocalAI', api: VERSION, also: [...texts, 'transcription', 'speech', 'rerank'], hint: ownServer('LocalAI', 8080) },
  { id: 1060, name: 'Hugging Face TGI', api: VERSION, also: ['completions'], hint: ownServer('TGI', 8080) },
  {
    ...{ id: 1062, name: 'GPUStack', api: VERSION, also: [...texts, 'transcription', 'speech', 'rerank'] },
    ...{ hint: ownServer('GPUStack', 80), speaks: ['openai-responses', 'anthropic-messages'] },
  },
  { id: 1063, name: 'Lemonade', api: '/api/v1', also: texts, hint: ownServer('Lemonade', 13305) },
]

export const compatibleVendors = [...family, ...hosts, ...makersAndRouters, ...ownServers].map((row) => vendor(record(row)))
