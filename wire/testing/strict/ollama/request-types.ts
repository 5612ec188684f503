// The requests of Ollama's two addresses, as its source has them.
import { isObject, type Json } from '../../../src/encoding/json.ts'

// The Go types that Ollama reads a request into, and what Go's decoder of JSON says of a value that does not fit. It ignores fields that a type
// does not name and takes null for everything.

type GoType =
  | { go: 'string' | 'bool' | 'int' | 'float64' | 'any' }
  /** Bytes, which JSON holds as base64. */
  | { go: 'bytes' }
  | { go: 'slice'; name: string; of: GoType }
  | { go: 'map'; name: string; of: GoType }
  /** One or several names of types. */
  | { go: 'property-type' }
  | {
      go: 'struct'
      name: string
      fields: Readonly<Record<string, GoType>> /** Read by a decoder of its own: places begin anew. */
      isOwn?: true
    }

const goString: GoType = { go: 'string' }
const goBool: GoType = { go: 'bool' }
const goInt: GoType = { go: 'int' }
const goFloat: GoType = { go: 'float64' }
const goAny: GoType = { go: 'any' }

function slice(name: string, of: GoType): GoType {
  return { go: 'slice', name, of }
}

/** What the decoder says of the first value that does not fit; undefined where all do. */
export function decodeFault(type: GoType, value: Json | undefined, root: string, path: readonly string[] = []): string | undefined {
  if (value === undefined || value === null || type.go === 'any') return undefined
  switch (type.go) {
    case 'slice':
      if (!Array.isArray(value)) return mismatch(value, root, path, type.name)
      return first(value, (one) => decodeFault(type.of, one, root, path))
    case 'map':
      if (!isObject(value)) return mismatch(value, root, path, type.name)
      return first(Object.values(value), (one) => decodeFault(type.of, one, root, path))
    case 'struct':
      return structFault(type, value, root, path)
    default:
      return scalarFault(type, value, root, path)
  }
}

function structFault(type: GoType & { go: 'struct' }, value: Json, root: string, path: readonly string[]): string | undefined {
  if (!isObject(value)) return mismatch(value, root, path, type.name)
  const [base, below] = type.isOwn ? [type.name.replace(/^.*\./, ''), []] : [root, path]
  return first(Object.entries(type.fields), ([name, field]) => decodeFault(field, value[name], base, [...below, name]))
}

function scalarFault(type: GoType, value: Json, root: string, path: readonly string[]): string | undefined {
  switch (type.go) {
    case 'string':
      return typeof value === 'string' ? undefined : mismatch(value, root, path, 'string')
    case 'bool':
      return typeof value === 'boolean' ? undefined : mismatch(value, root, path, 'bool')
    case 'float64':
      return typeof value === 'number' ? undefined : mismatch(value, root, path, 'float64')
    case 'int':
      return Number.isInteger(value) ? undefined : mismatch(value, root, path, 'int')
    case 'property-type':
      return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
        ? undefined
        : mismatch(value, root, path, '[]string')
    default:
      return bytesFault(value, root, path)
  }
}

function bytesFault(value: Json, root: string, path: readonly string[]): string | undefined {
  if (typeof value !== 'string') return mismatch(value, root, path, 'api.ImageData')
  const place = value.search(/[^A-Za-z0-9+/=\r\n]/)
  return place < 0 ? undefined : `illegal base64 data at input byte ${place}`
}

/** What Go calls the kinds of JSON. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value !== 'number') return typeof value
  return Number.isInteger(value) ? 'number' : `number ${value}`
}

function mismatch(value: Json, root: string, path: readonly string[], name: string): string {
  const kind = kindOf(value)
  return path.length === 0
    ? `json: cannot unmarshal ${kind} into Go value of type ${name}`
    : `json: cannot unmarshal ${kind} into Go struct field ${[root, ...path].join('.')} of type ${name}`
}

function first<Item>(items: readonly Item[], faultOf: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== undefined) return fault
  }
  return undefined
}

const toolProperty: { go: 'struct'; name: string; fields: Record<string, GoType>; isOwn: true } = {
  go: 'struct',
  name: 'api.ToolProperty',
  isOwn: true,
  fields: {
    type: { go: 'property-type' },
    items: goAny,
    description: goString,
    enum: slice('[]interface {}', goAny),
    required: slice('[]string', goString),
  },
}
toolProperty.fields.anyOf = slice('[]api.ToolProperty', toolProperty)
const properties: GoType = { go: 'map', name: 'map[string]api.ToolProperty', of: toolProperty }
toolProperty.fields.properties = properties

const parameters: GoType = {
  go: 'struct',
  name: 'api.ToolFunctionParameters',
  isOwn: true,
  fields: { type: goString, $defs: goAny, items: goAny, required: slice('[]string', goString), properties },
}

const tool: GoType = {
  go: 'struct',
  name: 'api.Tool',
  fields: {
    type: goString,
    items: goAny,
    function: { go: 'struct', name: 'api.ToolFunction', fields: { name: goString, description: goString, parameters } },
  },
}

const toolCall: GoType = {
  go: 'struct',
  name: 'openai.ToolCall',
  fields: {
    id: goString,
    index: goInt,
    type: goString,
    function: { go: 'struct', name: 'struct', fields: { name: goString, arguments: goString } },
  },
}

/** The body of /v1/chat/completions. */
export const completionRequest: GoType = {
  go: 'struct',
  name: 'openai.ChatCompletionRequest',
  fields: {
    model: goString,
    messages: slice('[]openai.Message', {
      go: 'struct',
      name: 'openai.Message',
      fields: {
        role: goString,
        content: goAny,
        reasoning: goString,
        tool_calls: slice('[]openai.ToolCall', toolCall),
        name: goString,
        tool_call_id: goString,
      },
    }),
    stream: goBool,
    stream_options: { go: 'struct', name: 'openai.StreamOptions', fields: { include_usage: goBool } },
    max_tokens: goInt,
    seed: goInt,
    stop: goAny,
    temperature: goFloat,
    frequency_penalty: goFloat,
    presence_penalty: goFloat,
    top_p: goFloat,
    response_format: {
      go: 'struct',
      name: 'openai.ResponseFormat',
      fields: { type: goString, json_schema: { go: 'struct', name: 'openai.JsonSchema', fields: { schema: goAny } } },
    },
    tools: slice('[]api.Tool', tool),
    reasoning: { go: 'struct', name: 'openai.Reasoning', fields: { effort: goString } },
    reasoning_effort: goString,
  },
}

const nativeCall: GoType = {
  go: 'struct',
  name: 'api.ToolCall',
  fields: {
    id: goString,
    function: {
      go: 'struct',
      name: 'api.ToolCallFunction',
      fields: { index: goInt, name: goString, arguments: { go: 'map', name: 'api.ToolCallFunctionArguments', of: goAny } },
    },
  },
}

/** The body of /api/chat. */
export const chatRequest: GoType = {
  go: 'struct',
  name: 'api.ChatRequest',
  fields: {
    model: goString,
    messages: slice('[]api.Message', {
      go: 'struct',
      name: 'api.Message',
      fields: {
        role: goString,
        content: goString,
        thinking: goString,
        images: slice('[]api.ImageData', { go: 'bytes' }),
        tool_calls: slice('[]api.ToolCall', nativeCall),
        tool_name: goString,
        tool_call_id: goString,
      },
    }),
    stream: goBool,
    format: goAny,
    keep_alive: goAny,
    tools: slice('api.Tools', tool),
    options: { go: 'map', name: 'map[string]interface {}', of: goAny },
    think: goAny,
  },
}
