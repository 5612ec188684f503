// What the families of models refuse at Responses.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { baseName, type Family, familyRule, isThinking } from './models.ts'
import { type Check, inside, isGiven, listed, objects, type Problem, textOf, unsupportedParameter } from './refusal.ts'
import { measured } from './structure.ts'

const checklist = 'https://developers.openai.com/api/docs/guides/deployment-checklist'

export const responsesModelChecks: readonly Check<JsonObject>[] = [
  familyRule('reasoning-effort-of-model', `https://github.com/openai/openai-agents-python/issues/2089 (2025-11-17), ${measured}`, effort),
  familyRule(
    'reasoning-of-model',
    'https://developers.openai.com/api/docs/guides/reasoning (reasoning models only; documentation as known in 2026-11)',
    (family, body) => {
      const asked = ['effort', 'summary'].find((field) => isGiven(inside(body.reasoning)[field]))
      return family.thinking === 'never' && asked ? unsupportedParameter(`reasoning.${asked}`) : undefined
    },
  ),
  familyRule('encrypted-content-of-model', 'https://github.com/microsoft/agent-framework/issues/7483 (2026)', (family, body) => {
    if (family.thinking !== 'never' || !includes(body, 'reasoning.encrypted_content')) return undefined
    return { message: 'Encrypted content is not supported with this model.', param: 'include', code: null }
  }),
  thinkingRule('sampling-while-thinking', `${measured}, ${checklist}`, (body) => {
    if (isGiven(body.temperature) && body.temperature !== 1) return unsupportedParameter('temperature', null)
    // Not even the usual value of `top_p` is taken.
    return isGiven(body.top_p) ? unsupportedParameter('top_p', null) : undefined
  }),
  thinkingRule('penalty-while-thinking', measured, (body) => {
    const found = ['presence_penalty', 'frequency_penalty'].find((field) => isGiven(body[field]) && body[field] !== 0)
    return found === undefined ? undefined : unsupportedParameter(found, null)
  }),
  thinkingRule('logprobs-while-thinking', `${measured}, ${checklist}`, (body) => {
    const included = includes(body, 'message.output_text.logprobs')
    if (!included && !(typeof body.top_logprobs === 'number' && body.top_logprobs > 0)) return undefined
    const param = included ? 'include' : 'top_logprobs'
    return { message: 'logprobs are not supported with reasoning models.', param, code: 'unsupported_parameter' }
  }),
  familyRule(
    'verbosity-of-model',
    'https://developers.openai.com/api/reference/resources/responses (text.verbosity; documentation as known in 2026-11)',
    ({ thinking }, body) => {
      const verbosity = inside(body.text).verbosity
      if (thinking !== 'never' || !isGiven(verbosity) || verbosity === 'medium') return undefined
      return notWithModel(textOf(verbosity), textOf(body.model), ['medium'], 'text.verbosity')
    },
  ),
  familyRule('long-cache-only', measured, (family, body) => {
    if (!family.hasLongCacheOnly || body.prompt_cache_retention !== 'in_memory') return undefined
    const message = 'This model is compatible only with 24h extended prompt caching'
    return { message, param: 'prompt_cache_retention', code: 'invalid_parameter' }
  }),
  rule('hosted-tool-with-minimal-effort', 'https://developers.openai.com/api/docs/guides/tools-web-search#limitations', (body) => {
    if (inside(body.reasoning).effort !== 'minimal') return undefined
    const found = objects(body.tools).flatMap((tool) => notWithMinimal[textOf(tool.type)] ?? [])
    if (found.length === 0) return undefined
    return {
      message: `The following tools cannot be used with reasoning.effort 'minimal': ${found.join(', ')}.`,
      param: 'tools',
      code: null,
    }
  }),
  rule(
    'hosted-tool-of-model',
    'https://developers.openai.com/api/docs/models (tools of each model), https://developers.openai.com/api/docs/guides/tools-web-search#limitations',
    (body) => {
      const model = textOf(body.model)
      const tool = objects(body.tools).find(({ type }) =>
        missing.some((one) => one.tool.test(textOf(type)) && one.model.test(baseName(model))),
      )
      return tool && { message: `Tool '${textOf(tool.type)}' is not supported with ${model}.`, param: 'tools', code: null }
    },
  ),
]

function thinkingRule(name: string, source: string, find: (body: JsonObject) => Problem | undefined): Check<JsonObject> {
  return familyRule(name, source, (family, body) => {
    const asked = inside(body.reasoning).effort
    return isThinking(family, typeof asked === 'string' ? asked : undefined) ? find(body) : undefined
  })
}

function includes(body: JsonObject, what: string): boolean {
  return Array.isArray(body.include) && body.include.includes(what)
}

function notWithModel(value: string, model: string, supported: readonly string[], param: string): Problem {
  const message = `Unsupported value: '${value}' is not supported with the '${model}' model. Supported values are: ${listed(supported, 'and')}.`
  return { message, param, code: 'unsupported_value' }
}

function effort(family: Family, body: JsonObject): Problem | undefined {
  const asked = inside(body.reasoning).effort
  if (!family.efforts || typeof asked !== 'string' || family.efforts.includes(asked)) return undefined
  return notWithModel(asked, textOf(body.model), family.efforts, 'reasoning.effort')
}

/** The tools as the vendor calls them in its answer. */
const notWithMinimal: Readonly<Record<string, string>> = { web_search: 'web_search', image_generation: 'image_gen' }

const webSearch = /^web_search/
/** Tools that models of a name do not have. */
const missing: readonly { tool: RegExp; model: RegExp }[] = [
  { tool: webSearch, model: /^gpt-4\.1-nano$|^gpt-5-chat-latest$/ },
  { tool: /^computer_use_preview$/, model: /^gpt-|^o\d/ },
  { tool: /^shell$/, model: /^gpt-5(-mini|-nano)?$/ },
]
