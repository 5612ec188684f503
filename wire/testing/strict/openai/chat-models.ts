// What the families of models refuse at Chat Completions.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { firstOf } from '../../first-of.ts'
import { rule } from '../judge.ts'
import { familyRule, isThinking } from './models.ts'
import { type Check, isGiven, listed, objects, type Problem, textOf, unsupportedParameter } from './refusal.ts'
import { measured } from './structure.ts'

const checklist = 'https://developers.openai.com/api/docs/guides/deployment-checklist'
const search = 'https://developers.openai.com/api/docs/guides/tools-web-search?api-mode=chat'
const audio = 'https://developers.openai.com/api/docs/guides/audio'

/** What a model refuses by the name of a field alone. */
export const fieldChecks: readonly Check<JsonObject>[] = [
  familyRule(
    'max-tokens-of-thinking-model',
    'https://github.com/ITSpecialist111/ai_automation_suggester/issues/38 (2024-11-24), https://github.com/devnullvoid/dms-ai-assistant/issues/12 (2026-05-22)',
    (family, body) => {
      if (family.thinking === 'never' || !isGiven(body.max_tokens)) return undefined
      const problem = unsupportedParameter('max_tokens')
      return { ...problem, message: `${problem.message} Use 'max_completion_tokens' instead.` }
    },
  ),
  rule(
    'max-tokens-twice',
    'https://developers.openai.com/api/reference/resources/chat (max_completion_tokens; documentation as known in 2026-11)',
    (body) => {
      if (!isGiven(body.max_tokens) || !isGiven(body.max_completion_tokens)) return undefined
      const message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
      return { message, param: 'max_tokens', code: 'invalid_parameter_combination' }
    },
  ),
  familyRule(
    'max-tokens-too-large',
    'https://github.com/enoch3712/ExtractThinker/issues/346 (2025-06-24), https://github.com/charmbracelet/catwalk/issues/41 (2025-08-12)',
    ({ mostTokens }, body) =>
      firstOf(['max_tokens', 'max_completion_tokens'], (field) => {
        const asked = body[field]
        if (mostTokens === undefined || typeof asked !== 'number' || asked <= mostTokens) return undefined
        const limit = `This model supports at most ${mostTokens} completion tokens, whereas you provided ${asked}.`
        return { message: `${field} is too large: ${asked}. ${limit}`, param: field, code: 'invalid_value' }
      }),
  ),
  familyRule('reasoning-effort-of-model', `${measured}, https://github.com/anomalyco/opencode/issues/4451 (2025-11-18)`, (family, body) => {
    const asked = body.reasoning_effort
    if (!family.chatEfforts || !isGiven(asked) || family.chatEfforts.includes(textOf(asked))) return undefined
    const shown = typeof asked === 'string' ? `'${asked}'` : JSON.stringify(asked)
    const message = `Unsupported value: 'reasoning_effort' does not support ${shown} with this model. Supported values are: ${listed(family.chatEfforts, 'and')}.`
    return { message, param: 'reasoning_effort', code: 'unsupported_value' }
  }),
  familyRule(
    'reasoning-effort-without-thinking',
    'https://github.com/davidmigloz/langchain_dart/issues/712 (2025-06-04)',
    (family, body) => {
      if (family.thinking !== 'never' || !isGiven(body.reasoning_effort)) return undefined
      return { message: 'Unrecognized request argument supplied: reasoning_effort', param: null, code: null }
    },
  ),
  familyRule('stop-of-thinking-model', `${measured}, https://developers.openai.com/api/reference/resources/chat (stop)`, (family, body) =>
    !family.takesStop && isGiven(body.stop) ? unsupportedParameter('stop') : undefined,
  ),
  familyRule('logit-bias-of-thinking-model', measured, (family, body) =>
    !family.takesLogitBias && isGiven(body.logit_bias) ? unsupportedParameter('logit_bias') : undefined,
  ),
  familyRule(
    'prediction-of-thinking-model',
    `${measured}, https://developers.openai.com/api/docs/guides/predicted-outputs#limitations`,
    (family, body) => (!family.takesLogitBias && isGiven(body.prediction) ? unsupportedParameter('prediction') : undefined),
  ),
  familyRule('long-cache-only', measured, (family, body) => {
    if (!family.hasLongCacheOnly || body.prompt_cache_retention !== 'in_memory') return undefined
    return { message: 'This model is compatible only with 24h extended prompt caching', param: 'prompt_cache_retention', code: null }
  }),
  familyRule('too-many-choices', measured, ({ mostChoices }, { n }) => {
    if (mostChoices === undefined || typeof n !== 'number' || n <= mostChoices) return undefined
    const message = `Invalid 'n': integer above maximum value. Expected a value <= ${mostChoices}, but got ${n} instead.`
    return { message, param: 'n', code: 'integer_above_max_value' }
  }),
  familyRule('parallel-tool-calls-without-tools', 'https://github.com/Upsonic/Upsonic/issues/323 (2025)', (family, body) => {
    // The models that think take it without tools.
    if (family.thinking !== 'never' || isGiven(body.tools) || !isGiven(body.parallel_tool_calls)) return undefined
    const message = "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified."
    return { message, param: 'parallel_tool_calls', code: null }
  }),
  rule('parallel-tool-calls-of-model', 'https://github.com/langchain-ai/langchain/issues/29704', (body) => {
    if (!/^(o1|o3-mini)(-\d{4}-\d{2}-\d{2})?$/.test(textOf(body.model)) || !isGiven(body.parallel_tool_calls)) return undefined
    return unsupportedParameter('parallel_tool_calls')
  }),
]

/** What a model refuses by the values of fields: the vendor looks at these last. */
export const valueChecks: readonly Check<JsonObject>[] = [
  thinkingRule('temperature-while-thinking', `${measured}, ${checklist}`, temperature),
  thinkingRule('top-p-while-thinking', `${measured}, ${checklist}`, ({ top_p }) => refusedUnless(1, 'top_p', top_p)),
  thinkingRule(
    'penalty-while-thinking',
    measured,
    (body) => refusedUnless(0, 'presence_penalty', body.presence_penalty) ?? refusedUnless(0, 'frequency_penalty', body.frequency_penalty),
  ),
  thinkingRule('logprobs-while-thinking', `${measured}, ${checklist}`, ({ logprobs }) => refusedUnless(false, 'logprobs', logprobs)),
  familyRule(
    'verbosity-of-model',
    'https://developers.openai.com/api/reference/resources/chat (verbosity; documentation as known in 2026-11)',
    ({ thinking }, { verbosity }) => {
      if (thinking !== 'never' || !isGiven(verbosity) || verbosity === 'medium') return undefined
      const message = `Unsupported value: 'verbosity' does not support '${textOf(verbosity)}' with this model. Supported values are: 'medium'.`
      return { message, param: 'verbosity', code: 'unsupported_value' }
    },
  ),
  familyRule('too-many-logprobs', measured, ({ mostLogprobs }, { top_logprobs }) => {
    if (mostLogprobs === undefined || typeof top_logprobs !== 'number' || top_logprobs <= mostLogprobs) return undefined
    return {
      message: `Invalid value for 'top_logprobs': must be less than or equal to ${mostLogprobs}.`,
      param: 'top_logprobs',
      code: null,
    }
  }),
  familyRule('function-tools-while-thinking', `${checklist}, https://github.com/itzcrazykns/vane/issues/1173 (2026)`, (family, body) => {
    if (!family.chatTools || !objects(body.tools).some((tool) => tool.type === 'function') || !isThinking(family, effortOf(body)))
      return undefined
    const model = textOf(body.model)
    const message = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`
    return { message, param: 'reasoning_effort', code: null }
  }),
  familyRule('image-for-text-model', 'https://developers.openai.com/api/docs/models (o3-mini, gpt-4: text only)', (family, body) => {
    const [found] = partsOfType(body, 'image_url')
    if (family.takesImages || !found) return undefined
    const param = `messages.[${found.message}].content.[${found.index}].type`
    return { message: 'Invalid content type. image_url is only supported by certain models.', param, code: null }
  }),
  familyRule('audio-model-without-audio', audio, (family, body) => {
    if (family.kind !== 'audio' || speaks(body) || partsOfType(body, 'input_audio').length > 0) return undefined
    const message = 'This model requires that either input content or output modality contain audio.'
    return { message, param: 'model', code: 'invalid_value' }
  }),
  familyRule('audio-without-form', 'https://developers.openai.com/api/reference/resources/chat (audio)', (family, body) => {
    if (family.kind !== 'audio' || !speaks(body) || isGiven(body.audio)) return undefined
    return { message: "Missing required parameter: 'audio'.", param: 'audio', code: 'missing_required_parameter' }
  }),
  rule('streamed-audio-format', `${audio} (documentation as known in 2026-11)`, (body) => {
    const format = objects([body.audio ?? null])[0]?.format
    if (body.stream !== true || !speaks(body) || !isGiven(format) || format === 'pcm16') return undefined
    const message = `Unsupported value: 'audio.format' does not support '${textOf(format)}' when stream=true. Supported values are: 'pcm16'.`
    return { message, param: 'audio.format', code: 'unsupported_value' }
  }),
  familyRule('search-model-sampling', `${search}, https://developers.openai.com/api/docs/models/gpt-4o-search-preview`, (family, body) => {
    const found = ['temperature', 'presence_penalty'].find((field) => isGiven(body[field]))
    if (family.kind !== 'search' || !found) return undefined
    return { message: `Model incompatible request argument supplied: ${found}`, param: null, code: null }
  }),
  familyRule('search-model-tools', search, (family, body) => {
    if (family.kind !== 'search' || !isGiven(body.tools)) return undefined
    return { status: 404, message: 'tools is not supported in this model.', param: null, code: null }
  }),
  familyRule('search-options-of-model', search, (family, body) => {
    if (family.thinking !== 'never' || family.kind === 'search' || !isGiven(body.web_search_options)) return undefined
    return { message: 'Web search options not supported with this model.', param: 'web_search_options', code: null }
  }),
]

function thinkingRule(name: string, source: string, find: (body: JsonObject) => Problem | undefined): Check<JsonObject> {
  return familyRule(name, source, (family, body) => (isThinking(family, effortOf(body)) ? find(body) : undefined))
}

function effortOf(body: JsonObject): string | undefined {
  return typeof body.reasoning_effort === 'string' ? body.reasoning_effort : undefined
}

function refusedUnless(usual: Json, param: string, value: Json | undefined): Problem | undefined {
  return !isGiven(value) || value === usual ? undefined : unsupportedParameter(param)
}

function temperature(body: JsonObject): Problem | undefined {
  if (!isGiven(body.temperature) || body.temperature === 1) return undefined
  if (/^o3-mini/.test(textOf(body.model))) return unsupportedParameter('temperature')
  const message = `Unsupported value: 'temperature' does not support ${String(body.temperature)} with this model. Only the default (1) value is supported.`
  return { message, param: 'temperature', code: 'unsupported_value' }
}

function partsOfType(body: JsonObject, type: string): { message: number; index: number }[] {
  return objects(body.messages).flatMap((message, place) =>
    objects(message.content).flatMap((part, index) => (part.type === type ? [{ message: place, index }] : [])),
  )
}

function speaks(body: JsonObject): boolean {
  return Array.isArray(body.modalities) && body.modalities.includes('audio')
}
