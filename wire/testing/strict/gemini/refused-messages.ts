// For every rule on the body, the contents and the schemas one request that it refuses, and a part of what Google says.
import {
  asked,
  call,
  functions,
  model,
  type Refused,
  response,
  signed,
  thinking,
  user,
  weather,
  withParameters,
  withTools,
} from './examples.ts'

export const refusedMessages: Readonly<Record<string, Refused>> = {
  'unknown-field': {
    body: { contents: asked, max_tokens: 5, generation_config: { frequency_penality: 1 } },
    says: 'Invalid JSON payload received. Unknown name "max_tokens": Cannot find field.\nInvalid JSON payload received. Unknown name "frequency_penality" at \'generation_config\': Cannot find field.',
  },
  'unsupported-schema-keyword': {
    body: withParameters({ type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer', exclusiveMinimum: 0 } } }),
    says: 'Unknown name "exclusiveMinimum" at \'tools[0].function_declarations[0].parameters.properties[1].value\': Cannot find field.',
  },
  'list-where-one-is-wanted': {
    body: withParameters({ type: 'object', properties: { city: { type: ['string', 'null'] } } }),
    says: 'Unknown name "type" at \'tools[0].function_declarations[0].parameters.properties[0].value\': Proto field is not repeating, cannot start list.',
  },
  'wrong-type': {
    body: thinking({ thinkingBudget: 19660.8 }),
    says: "Invalid value at 'generation_config.thinking_config.thinking_budget' (TYPE_INT32), 19660.8",
  },
  'unknown-enum-value': {
    body: withParameters({ type: 'object', properties: { city: { type: 'text' } } }),
    says: 'Invalid value at \'tools[0].function_declarations[0].parameters.properties[0].value.type\' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "text"',
  },
  'two-of-one-group': {
    body: { contents: [user({ text: 'Look', inlineData: { mimeType: 'image/png', data: 'aGk=' } })] },
    says: "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'inlineData'",
  },
  'not-base64': {
    body: { contents: [user({ inline_data: { mime_type: 'image/png', data: 'data:image/png;base64,aGk=' } })] },
    says: "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed for",
  },
  'no-api-key': { body: { contents: asked }, headers: {}, says: "Method doesn't allow unregistered callers" },
  'model-not-found': {
    body: { contents: asked },
    model: 'gemini-1.5-flash',
    says: 'models/gemini-1.5-flash is not found for API version v1beta, or is not supported for generateContent.',
  },
  'contents-not-specified': { body: { contents: [] }, says: '* GenerateContentRequest.contents: contents is not specified\n' },
  'content-without-parts': {
    body: { contents: [...asked, model(), user({ text: 'And?' })] },
    says: '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.\n',
  },
  'part-without-data': {
    body: { contents: asked, systemInstruction: { parts: [{}] } },
    says: "* GenerateContentRequest.system_instruction.parts[0].data: required oneof field 'data' must have one initialized field\n",
  },
  'function-without-name': {
    body: { contents: [...asked, model(call('weather')), user({ functionResponse: { response: {} } })] },
    says: '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.\n',
  },
  'function-name': {
    body: withTools({ functionDeclarations: [weather, { name: '21st_magic', description: '' }] }),
    says: '* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name. Must start with a letter or an underscore.',
  },
  'schema-without-type': {
    body: withParameters({ type: 'object', properties: { city: { description: 'A city' } } }),
    says: 'parameters.properties[city].type: must be specified when not using one_of, any_of or all_of fields',
  },
  'schema-array-without-items': {
    body: withParameters({ type: 'object', properties: { cities: { type: 'array' } } }),
    says: '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[cities].items: missing field.\n',
  },
  'schema-properties-of-non-object': {
    body: withParameters({ type: 'object', properties: { city: { type: 'string', properties: { name: { type: 'string' } } } } }),
    says: 'parameters.properties[city].properties: only allowed for OBJECT type',
  },
  'schema-required-not-defined': {
    body: withParameters({ type: 'object', properties: { city: { type: 'string' } }, required: ['city', 'day'] }),
    says: 'parameters.required[1]: property is not defined',
  },
  'schema-enum-of-non-string': {
    body: withParameters({ type: 'object', properties: { days: { type: 'integer', enum: ['1', '2'] } } }),
    says: 'parameters.properties[days].enum: only allowed for STRING type',
  },
  'schema-format-of-string': {
    body: withParameters({ type: 'object', properties: { page: { type: 'string', format: 'uri' } } }),
    says: "parameters.properties[page].format: only 'enum' and 'date-time' are supported for STRING type",
  },
  'schema-items-of-non-array': {
    body: withParameters({ type: 'object', properties: { city: { type: 'string', items: { type: 'string' } } } }),
    says: 'parameters.properties[city].items: field predicate failed: $type == Type.ARRAY',
  },
  'schema-enum-with-empty-text': {
    body: withParameters({ type: 'object', properties: { unit: { type: 'string', enum: ['', 'metric'] } } }),
    says: 'parameters.properties[unit].enum[0]: cannot be empty',
  },
  'schema-empty-object': {
    body: withParameters({ type: 'object', properties: {} }),
    says: '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type\n',
  },
  'unsupported-mime-type': {
    body: { contents: [user({ inlineData: { mimeType: 'image/jpg', data: 'aGk=' } })] },
    says: 'Unsupported MIME type: image/jpg',
  },
  'file-uri': {
    body: { contents: [user({ fileData: { mimeType: 'image/png', fileUri: 'http://127.0.0.1/a.png' } })] },
    says: 'Unsupported file URI type: http://127.0.0.1/a.png. File URI must be a File API',
  },
  'safety-category': {
    body: { contents: asked, safetySettings: [{ category: 'HARM_CATEGORY_UNSPECIFIED', threshold: 'BLOCK_NONE' }] },
    says: '* GenerateContentRequest.safety_settings[0]: element predicate failed: $.category in (HarmCategory.HARM_CATEGORY_HATE_SPEECH,',
  },
  'cached-content-with-tools': {
    body: { contents: asked, cachedContent: 'cachedContents/1', tools: functions },
    says: 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.',
  },
  role: { body: { contents: [{ role: 'assistant', parts: [{ text: 'Hello' }] }] }, says: 'Please use a valid role: user, model.' },
  'role-of-newer-models': {
    model: 'gemini-3.7-flash',
    body: { contents: [...asked, model(signed('weather')), { role: 'function', parts: [response('weather')] }] },
    says: "Role 'function' is not supported. Please use a valid role: SYSTEM, SYSTEM_1, USER,",
  },
  'function-call-turn-order': {
    body: { contents: [...asked, model({ text: 'I look it up.' }), model(call('weather')), user(response('weather'))] },
    says: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  'function-response-turn-order': {
    body: { contents: [...asked, model({ text: 'Sunny.' }), user(response('weather'))] },
    says: 'Please ensure that function response turn comes immediately after a function call turn.',
  },
  'function-response-count': {
    body: { contents: [...asked, model(call('weather'), call('news')), user(response('weather'))] },
    says: 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  },
  'function-response-without-id-of-call': {
    model: 'gemini-3.5-flash-lite',
    body: {
      contents: [
        ...asked,
        model({ functionCall: { id: 'call1', name: 'weather' }, thoughtSignature: 'aGk=' }),
        user({ functionResponse: { id: 'call2', name: 'weather', response: {} } }),
      ],
    },
    says: 'Request contains an invalid argument.',
  },
  'function-response-with-other-name': {
    model: 'gemini-3.7-flash',
    body: { contents: [...asked, model(signed('weather')), user(response('tool_result'))] },
    says: 'Request contains an invalid argument.',
  },
  'reference-in-function-response': {
    body: {
      contents: [
        ...asked,
        model(call('schema')),
        user({ functionResponse: { name: 'schema', response: { '400': [{ schema: { $ref: '#/$defs/Problem' } }] } } }),
      ],
    },
    says: 'The referenced name `#/$defs/Problem` in function_response.response does not match to a display_name in the function_response.parts.',
  },
  'reference-to-undefined-schema': {
    body: withTools({
      functionDeclarations: [
        {
          ...weather,
          parametersJsonSchema: { type: 'object', properties: { city: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/City' }] } } },
        },
      ],
    }),
    says: 'reference to undefined schema at properties.city.anyOf.1',
  },
  'missing-thought-signature': {
    model: 'gemini-3-pro-preview',
    body: { contents: [...asked, model(call('weather')), user(response('weather'))] },
    says: 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:weather` , position 2.',
  },
  'ends-with-model-turn': {
    model: 'gemini-3.6-flash',
    body: {
      contents: [...asked, model(signed('weather')), user(response('weather'), { text: 'Go on.' })],
    },
    says: 'Requests ending with a model turn are not supported.',
  },
}
