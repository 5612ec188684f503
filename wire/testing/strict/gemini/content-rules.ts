// Rules on contents, parts and media that hold for one piece each. Google's message checker tells them with the path of each piece.
import { rule } from '../judge.ts'
import { OLD_HARMS } from './messages.ts'
import type { Model } from './models.ts'
import { PART_DATA } from './proto.ts'
import { type Content, type GenerateRequest, type Part, parts } from './request.ts'
import { listed, type Rule } from './rule.ts'

/** A request that was read, and the name that Google's message checker gives it. */
export type Call = { body: GenerateRequest; model: Model; request: string }

type Problem = readonly [path: string, problem: string]

const pieces = (body: GenerateRequest): { content: Content; path: string }[] => [
  ...(body.systemInstruction ? [{ content: body.systemInstruction, path: 'system_instruction' }] : []),
  ...(body.contents ?? []).map((content, index) => ({ content, path: `contents[${index}]` })),
]

const allParts = (body: GenerateRequest): { part: Part; path: string }[] =>
  pieces(body).flatMap(({ content, path }) => parts(content).map((part, index) => ({ part, path: `${path}.parts[${index}]` })))

/** Rules that also hold when only the tokens are counted. */
export const contentRules: readonly Rule<Call>[] = [
  rule('contents-not-specified', 'https://github.com/langchain-ai/langchain-google/issues/1393 (2025-11-29)', ({ body, request }) =>
    listed(request, body.contents?.length ? [] : [['contents', 'contents is not specified']]),
  ),
  rule('content-without-parts', 'https://github.com/vercel/ai/issues/3775 (2025-03-25)', ({ body, request }) => {
    const empty = (body.contents ?? []).flatMap((content, index): Problem[] =>
      parts(content).length > 0 ? [] : [[`contents[${index}].parts`, 'contents.parts must not be empty.']],
    )
    return listed(request, empty)
  }),
  // Recorded for contents and for the system instruction. A part with an empty text is taken.
  rule(
    'part-without-data',
    'https://github.com/genkit-ai/genkit/issues/3816 (2025-11-18), https://github.com/songquanpeng/one-api/issues/2243 (2025-04-17)',
    ({ body, request }) => {
      const empty = allParts(body).filter(({ part }) => PART_DATA.every((name) => !Object.hasOwn(part, name)))
      return listed(
        request,
        empty.map(({ path }): Problem => [`${path}.data`, "required oneof field 'data' must have one initialized field"]),
      )
    },
  ),
  rule(
    'function-without-name',
    'https://github.com/langflow-ai/langflow/issues/9437 (2025-08), https://github.com/pydantic/pydantic-ai/issues/1879 (2025-06-01)',
    ({ body, request }) => {
      const unnamed = allParts(body).flatMap(({ part, path }): Problem[] => {
        if (part.functionCall && !part.functionCall.name) return [[`${path}.function_call.name`, 'Name cannot be empty.']]
        return part.functionResponse && !part.functionResponse.name ? [[`${path}.function_response.name`, 'Name cannot be empty.']] : []
      })
      return listed(request, unnamed)
    },
  ),
]

/** Names of file types that Google does not know: those that are no type at all, and those that were refused for others. */
const UNKNOWN_MIME = ['image/jpg', 'image/svg+xml', 'application/octet-stream', 'application/cu-seeme']

/** Rules on media and safety settings. */
export const mediaRules: readonly Rule<Call>[] = [
  rule(
    'unsupported-mime-type',
    'https://github.com/ogkalu2/comic-translate/pull/399 (2026-01-28), https://github.com/charmbracelet/crush/issues/995 (2025-09-08)',
    ({ body }) => {
      const types = allParts(body).flatMap(({ part }) => [part.inlineData?.mimeType, part.fileData?.mimeType])
      const unknown = types.find((type) => type && (!type.includes('/') || UNKNOWN_MIME.includes(type)))
      return unknown && `Unsupported MIME type: ${unknown}`
    },
  ),
  rule('file-uri', 'https://github.com/lbjlaq/Antigravity-Manager/issues/1640 (2026-02-07)', ({ body }) => {
    const addresses = allParts(body).flatMap(({ part }) => part.fileData?.fileUri ?? [])
    const unknown = addresses.find((address) => !/^(https:\/\/|gs:\/\/|files\/)/.test(address))
    if (unknown === undefined) return undefined
    const kinds =
      'File URI must be a File API (e.g. https://generativelanguage.googleapis.com/files/<id>), Youtube (e.g. https://www.youtube.com/watch?v=<id>), or HTTPS (e.g. https://path/to/file).), or Cloud Storage (e.g. gs://bucket/object'
    return `Unsupported file URI type: ${unknown}. ${kinds}`
  }),
  rule('safety-category', 'https://github.com/genkit-ai/genkit-dart/issues/365 (2026-08-24)', ({ body, request }) => {
    const names = ['HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'HARASSMENT', 'CIVIC_INTEGRITY', 'JAILBREAK']
    const allowed = names.map((name) => `HarmCategory.HARM_CATEGORY_${name}`).join(', ')
    const refused = (body.safetySettings ?? []).flatMap(({ category }, index): Problem[] =>
      category === undefined || OLD_HARMS.includes(String(category))
        ? [[`safety_settings[${index}]`, `element predicate failed: $.category in (${allowed})`]]
        : [],
    )
    return listed(request, refused)
  }),
  rule(
    'cached-content-with-tools',
    'https://github.com/BerriAI/litellm/issues/17304 (2025-12-01), https://github.com/langchain-ai/langchain-google/issues/978 (2025-06-10)',
    ({ body: { cachedContent, systemInstruction, tools, toolConfig } }) =>
      cachedContent && (systemInstruction || tools?.length || toolConfig)
        ? 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.'
        : undefined,
  ),
]
