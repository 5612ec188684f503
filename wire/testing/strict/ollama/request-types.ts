// The requests of Ollama's two addresses, as its source has them.
import { type GoType, goAny, goBool, goFloat, goInt, goString, slice } from './go-types.ts'

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
