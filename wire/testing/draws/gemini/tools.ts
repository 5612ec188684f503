// The tools of generateContent: functions, tools that Google runs, and how they may be called.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { looseSchemas } from '../schemas.ts'
import { added, each, mixed } from '../variations.ts'
import { openApiSchemas } from './schemas.ts'
import { citySchema, declared, longName, weather, withInvocations } from './shared.ts'

const made = (name: string, rest: JsonObject = {}): JsonObject => declared({ name, ...rest })
const functions = added('tools', 'tools', {
  one: [weather],
  'two in one tool': [declared({ name: 'get_time' }, { name: 'find_city', parameters: citySchema })],
  'two tools': [made('get_time'), made('find_city', { parameters: citySchema })],
  'without parameters': [made('now', { description: 'Tells the time' })],
  'empty description': [made('now', { description: '' })],
  'long description': [made('now', { description: 'Tells the time. '.repeat(100) })],
  'longest name': [made(longName)],
  'name with a dot': [made('clock.now')],
  'name with a colon': [made('mcp:clock:now')],
  'name with a hyphen': [made('the-time-2')],
  'name begins with a line': [made('_now')],
  'name of 65': [made('n'.repeat(65))],
  'response schema': [made('find_city', { parameters: citySchema, response: citySchema })],
  'response JSON schema': [made('find_city', { parameters: citySchema, responseJsonSchema: { type: 'object' } })],
  blocking: [made('find_city', { behavior: 'BLOCKING' })],
  'not blocking': [made('find_city', { behavior: 'NON_BLOCKING' })],
  'one hundred and fifty': [declared(...Array.from({ length: 150 }, (_, index) => ({ name: `tool_${index}`, parameters: citySchema })))],
  'in snake case': [
    { function_declarations: [{ name: 'now', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', max_length: 3 } } } }] },
  ],
  'not in a list': [{ functionDeclarations: { name: 'now' } }],
})
const emptyList = mixed('tools', { 'an empty list': { set: { tools: [] } } })
const schemas = added('tools', 'tool schema', {
  ...each(openApiSchemas, (parameters) => [made('with_schema', { parameters })]),
  ...each(looseSchemas, (schema) => [made('with_schema', { parametersJsonSchema: schema })], 'JSON schema: '),
})

const hosted = added('tools', 'hosted tool', {
  search: [{ googleSearch: {} }],
  'search in a time': [{ googleSearch: { timeRangeFilter: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-02-01T00:00:00Z' } } }],
  'search of pictures': [{ googleSearch: { searchTypes: { webSearch: {}, imageSearch: {} } } }],
  'search in snake case': [{ google_search: {} }],
  'code execution': [{ codeExecution: {} }],
  'code execution in snake case': [{ code_execution: {} }],
  'pages by address': [{ urlContext: {} }],
  'file search': [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/tides-123'] } }],
  'file search, filtered': [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/tides-123'], metadataFilter: 'year=2026', topK: 5 } }],
  maps: [{ googleMaps: {} }],
  'maps with a widget': [{ googleMaps: { enableWidget: true } }],
  'search and pages': [{ googleSearch: {} }, { urlContext: {} }],
  'search and code in one tool': [{ googleSearch: {}, codeExecution: {} }],
  computer: [{ computerUse: { environment: 'ENVIRONMENT_BROWSER' } }],
  'computer without some actions': [
    {
      computerUse: {
        environment: 'ENVIRONMENT_BROWSER',
        excludedPredefinedFunctions: ['drag_and_drop'],
        enablePromptInjectionDetection: true,
      },
    },
  ],
  'computer without some guards': [
    { computerUse: { environment: 'ENVIRONMENT_MOBILE', disabledSafetyPolicies: ['FINANCIAL_TRANSACTIONS'] } },
  ],
  'maps with a key': [{ googleMaps: { authConfig: { apiKey: 'key' } } }],
  'MCP server with all settings': [
    {
      mcpServers: [
        {
          name: 'inside',
          streamableHttpTransport: {
            url: 'https://mcp.example.com/mcp',
            headers: { authorization: 'Bearer token' },
            timeout: '10s',
            sseReadTimeout: '60s',
            terminateOnClose: true,
          },
        },
      ],
    },
  ],
  'MCP server': [{ mcpServers: [{ name: 'docs', streamableHttpTransport: { url: 'https://mcp.example.com/mcp', timeout: '10s' } }] }],
})
const together = mixed('hosted tool', {
  'search beside functions': { set: withInvocations, tools: [weather, { googleSearch: {} }] },
  'code beside functions': { set: withInvocations, tools: [weather, { codeExecution: {} }] },
  'search where the user is': {
    set: { toolConfig: { retrievalConfig: { latLng: { latitude: 51.5, longitude: -0.1 }, languageCode: 'en' } } },
    tools: [{ googleMaps: {} }],
  },
})

const calling = (functionCallingConfig: JsonObject, ...tools: JsonObject[]) => ({
  set: { toolConfig: { functionCallingConfig } },
  tools: tools.length > 0 ? tools : [weather],
})
const choices = mixed('functionCallingConfig', {
  auto: calling({ mode: 'AUTO' }),
  any: calling({ mode: 'ANY' }),
  none: calling({ mode: 'NONE' }),
  validated: calling({ mode: 'VALIDATED' }),
  'any of one': calling({ mode: 'ANY', allowedFunctionNames: ['get_weather'] }),
  'any of two': calling({ mode: 'ANY', allowedFunctionNames: ['get_weather', 'find_tide'] }, weather, made('find_tide')),
  'validated of one': calling({ mode: 'VALIDATED', allowedFunctionNames: ['get_weather'] }),
  'in lower case': calling({ mode: 'any' }),
  'no allowed names': calling({ mode: 'ANY', allowedFunctionNames: [] }),
  'not said': { set: { toolConfig: {} }, tools: [weather] },
})

export const tools = [...functions, ...emptyList, ...schemas, ...hosted, ...together, ...choices]
