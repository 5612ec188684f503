// What Google refuses, in its words as far as they are known. Source: the Gemini API reference; "Thought signatures", 2026.
import { type FakeRequest, type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'
import { sign } from './signature.ts'

const words = (list: string) => new Set(list.split(' '))
const FIELDS = words('model contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent serviceTier store')
const COUNT_FIELDS = words('contents generateContentRequest')
const CONTENT_FIELDS = words('role parts')
const PART_FIELDS = words(
  'text thought thoughtSignature inlineData fileData functionCall functionResponse executableCode codeExecutionResult videoMetadata mediaResolution partMetadata toolCall toolResponse',
)
const CONFIG_FIELDS = words(
  'stopSequences responseMimeType responseSchema responseJsonSchema responseModalities candidateCount maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs enableEnhancedCivicAnswers speechConfig thinkingConfig imageConfig mediaResolution',
)
const THINKING_FIELDS = words('includeThoughts thinkingBudget thinkingLevel')
const TOOL_FIELDS = words(
  'functionDeclarations googleSearch googleSearchRetrieval codeExecution urlContext computerUse fileSearch googleMaps mcpServers',
)
const DECLARATION_FIELDS = words('name description behavior parameters parametersJsonSchema response responseJsonSchema')
const SCHEMA_FIELDS = words(
  'type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum',
)
/** Documented stand-ins for the signature of a call that was made elsewhere. */
const STAND_INS = words('skip_thought_signature_validator context_engineering_is_the_way_to_go')

export function generateComplaint({ body, path, headers, query }: FakeRequest): string | undefined {
  if (headers['x-goog-api-key'] === undefined && query.get('key') === null)
    return "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity to call this API."
  const isCount = path.endsWith(':countTokens')
  const inner = isCount ? fields(body.generateContentRequest ?? body) : body
  const contents = contentsOf(inner)
  const thinking = fields(fields(inner.generationConfig).thinkingConfig)
  return (
    odd(body, isCount ? COUNT_FIELDS : FIELDS, '') ??
    (contents.length === 0 ? '* GenerateContentRequest.contents: contents is not specified' : undefined) ??
    odd(fields(inner.generationConfig), CONFIG_FIELDS, 'generation_config') ??
    odd(thinking, THINKING_FIELDS, 'generation_config.thinking_config') ??
    (thinking.thinkingBudget !== undefined && thinking.thinkingLevel !== undefined
      ? 'You can only set only one of thinking budget and thinking level.'
      : undefined) ??
    schemaComplaint(fields(inner.generationConfig).responseSchema, 'generation_config.response_schema') ??
    firstOf(objects(inner.tools), toolComplaint) ??
    firstOf(contents, contentComplaint) ??
    firstOf(contents, (content, at) => orderComplaint(content, at, contents)) ??
    signatureComplaint(contents)
  )
}

/** The contents; the vendor takes one object for a list of one. */
export function contentsOf({ contents }: Fields): Fields[] {
  return Array.isArray(contents) ? objects(contents) : contents === undefined ? [] : [fields(contents)]
}

function odd(object: Fields, known: ReadonlySet<string>, where: string): string | undefined {
  const name = unknownField(object, known)
  return name === undefined
    ? undefined
    : `Invalid JSON payload received. Unknown name "${name}"${where === '' ? '' : ` at '${where}'`}: Cannot find field.`
}

function schemaComplaint(schema: unknown, where: string): string | undefined {
  if (schema === undefined) return undefined
  const { properties, items, anyOf } = fields(schema)
  return (
    odd(fields(schema), SCHEMA_FIELDS, where) ??
    firstOf(Object.entries(fields(properties)), ([name, inner]) => schemaComplaint(inner, `${where}.properties['${name}'].value`)) ??
    schemaComplaint(items, `${where}.items`) ??
    firstOf(objects(anyOf), (inner, at) => schemaComplaint(inner, `${where}.any_of[${at}]`))
  )
}

function toolComplaint(tool: Fields, at: number): string | undefined {
  return (
    odd(tool, TOOL_FIELDS, `tools[${at}]`) ??
    firstOf(objects(tool.functionDeclarations), (one, index) => {
      const where = `tools[${at}].function_declarations[${index}]`
      if (one.parameters !== undefined && one.parametersJsonSchema !== undefined)
        return `${where}: only one of parameters and parameters_json_schema may be set`
      if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(text(one.name))) return `Invalid function name at ${where}`
      return odd(one, DECLARATION_FIELDS, where) ?? schemaComplaint(one.parameters, `${where}.parameters`)
    })
  )
}

function contentComplaint(content: Fields, at: number): string | undefined {
  const where = `contents[${at}]`
  if (content.role !== undefined && content.role !== 'user' && content.role !== 'model') return 'Please use a valid role: user, model.'
  const parts = objects(content.parts)
  if (parts.length === 0) return `* GenerateContentRequest.${where}.parts: contents.parts must not be empty.`
  return (
    odd(content, CONTENT_FIELDS, where) ??
    firstOf(parts, (part, index) => {
      const holds = Object.keys(part).some((name) => name !== 'thought' && name !== 'thoughtSignature')
      return (
        odd(part, PART_FIELDS, `${where}.parts[${index}]`) ??
        (holds
          ? undefined
          : `* GenerateContentRequest.${where}.parts[${index}].data: required oneof field 'data' must have one initialized field`)
      )
    })
  )
}

const calls = (content: Fields | undefined) => objects(content?.parts).filter((part) => part.functionCall !== undefined)
const answers = (content: Fields | undefined) => objects(content?.parts).filter((part) => part.functionResponse !== undefined)

function orderComplaint(content: Fields, at: number, contents: readonly Fields[]): string | undefined {
  const made = calls(content)
  const answered = answers(content)
  if (made.length > 0 && content.role !== 'model') return 'Please ensure that function call turns have the role model.'
  if (made.length > 0 && contents[at - 1]?.role !== 'user')
    return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
  if (made.length > 0 && answers(contents[at + 1]).length !== made.length)
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  if (answered.length === 0) return undefined
  const before = calls(contents[at - 1]).map((part) => text(fields(part.functionCall).name))
  const names = answered.map((part) => text(fields(part.functionResponse).name))
  if (before.length !== names.length || names.toSorted().join() !== before.toSorted().join())
    return 'Please ensure that function response turn comes immediately after a function call turn.'
  const isObject = answered.every((part) => typeof fields(part.functionResponse).response === 'object')
  return isObject ? undefined : `Invalid value at 'contents[${at}].parts[0].function_response.response'`
}

/** The index of the user's last message. */
export function lastWords(contents: readonly Fields[]): number {
  return contents.findLastIndex((content) => content.role !== 'model' && answers(content).length === 0)
}

/** Answers that called functions after this place. */
export function roundsAfter(contents: readonly Fields[], at: number): number {
  return contents.slice(at + 1).filter((content) => calls(content).length > 0).length
}

/** The signature of a call: of its name and arguments, which it holds. */
export function callSignature(call: Fields): string {
  const proven = JSON.stringify([call.name, fields(call.args)])
  return Buffer.concat([Buffer.from(sign('generate', proven), 'base64'), Buffer.from(proven)]).toString('base64')
}

const MARK_BYTES = 32

/**
 * Is this the signature of this call? Arguments more than were signed are no offence: Claude Code writes the defaults of its tools into the
 * calls that it gives back, and gateways that hand such calls on with their signatures are served.
 */
function isSignatureOf(signature: string, call: Fields): boolean {
  const bytes = Buffer.from(signature, 'base64')
  const proven = bytes.subarray(MARK_BYTES).toString()
  if (bytes.subarray(0, MARK_BYTES).toString('base64') !== sign('generate', proven)) return false
  const [name, signed] = JSON.parse(proven) as [string, Fields]
  const given = fields(call.args)
  return name === call.name && Object.entries(signed).every(([key, value]) => JSON.stringify(given[key]) === JSON.stringify(value))
}

/** In the current turn the first call of every step must be signed. Text is bytes in either alphabet of base64. */
export function signatureComplaint(contents: readonly Fields[]): string | undefined {
  const begin = lastWords(contents) + 1
  return firstOf(contents.slice(begin), (content, offset) => {
    const [first] = calls(content)
    if (!first) return undefined
    const call = fields(first.functionCall)
    const signature = text(first.thoughtSignature)
    const where = `function call \`default_api:${text(call.name)}\`, position ${begin + offset + 1}`
    if (signature === '')
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, ${where}.`
    return STAND_INS.has(signature) || isSignatureOf(signature, call)
      ? undefined
      : `Thought signature is not valid. Additional data, ${where}.`
  })
}
