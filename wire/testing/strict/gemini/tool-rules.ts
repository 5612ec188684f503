// Rules on functions, on the tools that Google runs itself, and on how both go together.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isGemini2, isGemini3 } from './models.ts'
import { declarations, type GenerateRequest, hasBuiltInTool } from './request.ts'
import { listed, type Rule, SDK, UNNAMED } from './rule.ts'

const MAXIMUM_NAME_LENGTH = 128
const MAXIMUM_FUNCTIONS = 512

// Until some time in 2026 the limit was 64, and this text named it.
const BAD_FUNCTION_NAME =
  'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.'

const TOO_MANY_FUNCTIONS =
  'The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations: [FIELD_INVALID] At most 512 function declarations can be specified.'

const isFunctionName = (name: string) => /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name) && name.length <= MAXIMUM_NAME_LENGTH

const firstDuplicate = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index)

const functionNames = (body: GenerateRequest) => declarations(body).map(({ declaration }) => declaration.name ?? '')
const isJson = (body: GenerateRequest) => body.generationConfig?.responseMimeType === 'application/json'
const callingConfig = (body: GenerateRequest) => body.toolConfig?.functionCallingConfig

/** Also hold when only the tokens are counted. */
export const functionNameRule: Rule<Call> = rule(
  'function-name',
  `https://github.com/maximhq/bifrost/issues/1979 (2026-03-07), ${SDK}`,
  ({ body, request }) =>
    listed(
      request,
      declarations(body)
        .filter(({ declaration }) => !isFunctionName(declaration.name ?? ''))
        .map(({ path }) => [`${path}.name`, BAD_FUNCTION_NAME] as const),
    ),
)

export const toolRules: readonly Rule<Call>[] = [
  rule('too-many-functions', 'https://github.com/google-gemini/gemini-cli/issues/19083 (2026-02-14)', ({ body }) =>
    declarations(body).length > MAXIMUM_FUNCTIONS ? TOO_MANY_FUNCTIONS : undefined,
  ),
  rule('duplicate-function', 'https://ai.google.dev/gemini-api/docs/function-calling; text measured on 2026-09-05', ({ body }) => {
    const name = firstDuplicate(functionNames(body))
    return name && `Duplicate function declaration found: ${name}`
  }),
  rule('two-schemas-of-one-function', SDK, ({ body }) => {
    const isTwice = declarations(body).some(
      ({ declaration: { parameters, parametersJsonSchema, response, responseJsonSchema } }) =>
        (parameters && parametersJsonSchema !== undefined) || (response && responseJsonSchema !== undefined),
    )
    return isTwice ? UNNAMED : undefined
  }),
  rule(
    'search-retrieval-is-gone',
    'https://ai.google.dev/gemini-api/docs/google-search: the tool of Gemini 1.5 only; documentation as known in 2026-11',
    ({ body, model }) =>
      (isGemini2(model) || isGemini3(model)) && body.tools?.some(({ googleSearchRetrieval }) => googleSearchRetrieval !== undefined)
        ? 'google_search_retrieval is not supported. Please use google_search tool instead.'
        : undefined,
  ),
  rule('built-in-tools-with-functions', 'https://github.com/symfony/ai/issues/803 (2025-10-22)', ({ body, model }) =>
    isGemini2(model) && hasBuiltInTool(body) && declarations(body).length > 0 ? 'Tool use with function calling is unsupported' : undefined,
  ),
  rule(
    'built-in-tools-without-flag',
    'https://github.com/ag2ai/ag2/pull/3145 (2026-08-10), https://github.com/cloudwego/eino-ext/issues/761 (2026-04-06)',
    ({ body, model }) => {
      if (!isGemini3(model) || !hasBuiltInTool(body) || declarations(body).length === 0) return undefined
      if (body.toolConfig?.includeServerSideToolInvocations) return undefined
      return 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
    },
  ),
  rule(
    'functions-with-json',
    'https://github.com/symfony/ai/issues/1777 (2026-03-16), https://github.com/googleapis/python-genai/issues/867 (2025-05-27)',
    ({ body, model }) =>
      isGemini2(model) && isJson(body) && declarations(body).length > 0
        ? "Function calling with a response mime type: 'application/json' is unsupported"
        : undefined,
  ),
  rule('built-in-tools-with-json', 'https://github.com/snailyp/gemini-balance/issues/264 (2025-07-28)', ({ body, model }) =>
    isGemini2(model) && isJson(body) && hasBuiltInTool(body)
      ? "Tool use with a response mime type: 'application/json' is unsupported"
      : undefined,
  ),
  rule('calling-config-without-functions', 'https://github.com/Chevey339/kelivo/issues/317 (2026-02-07)', ({ body }) =>
    Object.keys(callingConfig(body) ?? {}).length > 0 && declarations(body).length === 0
      ? 'Function calling config is set without function_declarations.'
      : undefined,
  ),
  rule('allowed-functions-without-any', 'https://github.com/tensorzero/tensorzero/issues/4872 (2025-11-26)', ({ body }) => {
    const { mode, allowedFunctionNames } = callingConfig(body) ?? {}
    return allowedFunctionNames?.length && mode !== 'ANY' && mode !== 'VALIDATED'
      ? 'Please set allowed_function_names only when function calling mode is ANY.'
      : undefined
  }),
  rule(
    'allowed-function-not-declared',
    'https://ai.google.dev/gemini-api/docs/function-calling#function_calling_modes; text as recorded in 2026-07',
    ({ body }) => {
      const names = functionNames(body)
      return callingConfig(body)?.allowedFunctionNames?.some((name) => !names.includes(name))
        ? 'allowed_function_names should be a subset of the provided function_declarations'
        : undefined
    },
  ),
]
