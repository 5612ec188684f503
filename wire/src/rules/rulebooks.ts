// Which rules hold for a vendor's model.

import { deepSeekRules } from './openai-compatible/deepseek.ts'
import { doubaoRules } from './openai-compatible/doubao.ts'
import { groqRules } from './openai-compatible/groq.ts'
import { miniMaxRules } from './openai-compatible/minimax.ts'
import { mistralRules } from './openai-compatible/mistral.ts'
import { moonshotRules } from './openai-compatible/moonshot.ts'
import { openRouterRules } from './openai-compatible/openrouter.ts'
import { ollamaChatRules, ollamaRules, vllmRules, xinferenceRules } from './openai-compatible/own-servers.ts'
import { databricksRules, plainRules } from './openai-compatible/plain.ts'
import { qianfanRules } from './openai-compatible/qianfan.ts'
import { qwenRules } from './openai-compatible/qwen.ts'
import { siliconFlowRules } from './openai-compatible/siliconflow.ts'
import { sparkRules } from './openai-compatible/spark.ts'
import { xAIRules } from './openai-compatible/xai.ts'
import { zhipuRules } from './openai-compatible/zhipu.ts'
import { anthropicRules, bedrockRules, vertexAnthropicRules } from './vendors/anthropic-rules.ts'
import type { ChatRules, Rule } from './vendors/chat-rules.ts'
import { geminiOpenAIRules, geminiRules } from './vendors/gemini-rules.ts'
import { openAIChatRules, openAIResponsesRules } from './vendors/openai-rules.ts'

export const rulebooks = {
  plain: plainRules,
  openai: openAIChatRules,
  'openai-responses': openAIResponsesRules,
  anthropic: anthropicRules,
  'vertex-anthropic': vertexAnthropicRules,
  gemini: geminiRules,
  'gemini-openai': geminiOpenAIRules,
  bedrock: bedrockRules,
  deepseek: deepSeekRules,
  groq: groqRules,
  mistral: mistralRules,
  xai: xAIRules,
  moonshot: moonshotRules,
  qwen: qwenRules,
  openrouter: openRouterRules,
  minimax: miniMaxRules,
  spark: sparkRules,
  zhipu: zhipuRules,
  doubao: doubaoRules,
  siliconflow: siliconFlowRules,
  qianfan: qianfanRules,
  vllm: vllmRules,
  databricks: databricksRules,
  xinference: xinferenceRules,
  ollama: ollamaRules,
  'ollama-chat': ollamaChatRules,
} as const satisfies Readonly<Record<string, readonly Rule[]>>

export type RulebookName = keyof typeof rulebooks

export const isRulebookName = (name: unknown): name is RulebookName => typeof name === 'string' && Object.hasOwn(rulebooks, name)

/**
 * What this model accepts: the vendor's common rules, and those of the model's family over them. The family is found by the name without a
 * maker before it and the `ft:` of a tuned one, and by that without a date after it; of an unknown name only the common rules hold.
 */
export function rulesFor(book: RulebookName, model: string): ChatRules {
  let rules: ChatRules = {}
  for (const { accepts } of matchingRules(book, model)) rules = merged(rules, accepts)
  return rules
}

/** By kind of rule, the names of those that hold for this model, the later ones over the earlier ones. */
export function ruleNamesByKind(book: RulebookName, model: string): Readonly<Partial<Record<keyof ChatRules, readonly string[]>>> {
  const names: Partial<Record<keyof ChatRules, string[]>> = {}
  for (const { name, accepts } of matchingRules(book, model)) {
    for (const kind of Object.keys(accepts) as (keyof ChatRules)[]) {
      const before = isMergeable(accepts[kind]) ? (names[kind] ?? []) : []
      names[kind] = [...before, name]
    }
  }
  return names
}

/** The rules that hold for this model, in the book's order. */
export function matchingRules(book: RulebookName, model: string): readonly Rule[] {
  const names = namesOf(model)
  const rules: readonly Rule[] = rulebooks[book]
  return rules.filter(({ models }) => models === undefined || names.some((name) => models.test(name)))
}

/** A family's rule of a kind adds to the vendor's common one, word by word; lists are replaced. */
function merged(rules: ChatRules, more: ChatRules): ChatRules {
  const kinds = (Object.keys(more) as (keyof ChatRules)[]).map((kind) => {
    const [before, after] = [rules[kind], more[kind]]
    return [kind, isMergeable(before) && isMergeable(after) ? { ...before, ...after } : after]
  })
  return { ...rules, ...Object.fromEntries(kinds) }
}

const isMergeable = (rule: ChatRules[keyof ChatRules]): rule is object => typeof rule === 'object' && !Array.isArray(rule)

/** The names by which a model's family is known: in small letters without its maker, and that without a date. */
export function namesOf(model: string): readonly string[] {
  const sent = model.toLowerCase()
  const base = sent.startsWith('ft:') ? (sent.split(':')[1] ?? sent) : sent
  // AWS puts the maker and a part of the world before a name with dots.
  const bare = base.slice(base.lastIndexOf('/') + 1).replace(/^(?:[a-z-]+\.)?openai\./, '')
  return [...new Set([bare, bare.replace(/[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)(-v\d+(:\d+)?)?$/, '')])]
}
