import type { Rule } from '../vendors/chat-rules.ts'
import { asOf, ofOpenAI } from './common.ts'

/** vLLM: what its own models take is not known. */
export const vllmRules: readonly Rule[] = [
  {
    name: 'vllm-fields',
    asOf,
    source: 'https://docs.vllm.ai/en/stable/serving/openai_compatible_server',
    accepts: {
      fields: { refused: ofOpenAI },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      media: { taken: ['image', 'audio', 'video'] },
      choices: { max: 128, oneAnswerAtTemperature0: true },
      sampling: { bounds: { topP: [0.01, 1] } },
      tools: { hosted: [], refusesSome: true },
    },
  },
]

/** Xinference: a field that its type of a request does not have is left out there without a word. */
export const xinferenceRules: readonly Rule[] = [
  {
    name: 'xinference-fields',
    asOf,
    source: 'https://github.com/xorbitsai/inference/blob/main/xinference/_compat.py',
    accepts: {
      fields: { refused: [...ofOpenAI, 'metadata', 'modalities'] },
      efforts: [],
      serviceTiers: ['auto', 'default'],
      outputTokens: { refusesNewerName: true },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true },
      tools: { hosted: [], refusesSome: true },
    },
  },
]

/** Ollama, at its own address. */
export const ollamaChatRules: readonly Rule[] = [
  {
    name: 'ollama-fields',
    asOf,
    source: 'https://docs.ollama.com/api/openai-compatibility',
    accepts: {
      fields: { refused: ofOpenAI },
      turns: { refusesDeveloper: true, refusesRefusals: true, needsJsonArguments: true, refusesMediaOfAssistant: true },
      media: { taken: ['image'], refusesAddresses: true },
      tools: { hosted: [], refusesSome: true },
    },
  },
  {
    name: 'ollama-efforts',
    asOf,
    source: 'https://docs.ollama.com/capabilities/thinking',
    accepts: { efforts: ['none', 'low', 'medium', 'high', 'max'] },
  },
  {
    name: 'ollama-models-that-do-not-think',
    models: /^(llama|gemma|mistral|mixtral|phi|qwen2|codellama|tinyllama)/,
    asOf,
    source: 'https://docs.ollama.com/capabilities/thinking#supported-models',
    accepts: { efforts: [] },
  },
]

/** Ollama, at the address for OpenAI's libraries. */
export const ollamaRules: readonly Rule[] = [
  ...ollamaChatRules,
  {
    name: 'ollama-openai-pictures',
    asOf,
    source: 'https://github.com/ollama/ollama/blob/main/openai/openai.go',
    accepts: {
      media: { taken: ['image', 'audio'], imageTypes: ['image/png', 'image/jpeg', 'image/jpg', 'image/webp'] },
      outputTokens: { refusesNewerName: true },
    },
  },
]
