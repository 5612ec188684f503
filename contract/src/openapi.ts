// The endpoint table as an OpenAPI 3.1 document. Bodies and answers are shown as they stand in the JSON: the encoded side of a codec.
import { z } from 'zod'
import { type EndpointSpec, scopesOf } from './channels/endpoint.ts'
import { errors } from './errors.ts'
import { flagParameter, integerParameter } from './values/page.ts'

type Json = Readonly<Record<string, unknown>>

export interface OpenApiInput {
  readonly endpoints: readonly EndpointSpec[]
  readonly version: string
  /** Where the server is reached, without a trailing slash; empty: where the document came from. */
  readonly serverUrl: string
  /** Name of the session's cookie, which differs with and without https. */
  readonly sessionCookie?: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly tags: readonly Json[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Json
}

/**
 * The document of a table of endpoints.
 * @throws Error when two endpoints have the same method and path, or a schema has no JSON schema form
 */
export function openapiDocument({ endpoints, version, serverUrl, sessionCookie = 'session' }: OpenApiInput): OpenApiDocument {
  const schemas: Record<string, unknown> = { ErrorCode: errorCode, Failure: failure }
  const paths: Record<string, Record<string, Json>> = {}
  // Sorted, because the order of a module's exports differs from one loader to another.
  const sorted = endpoints.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  for (const spec of sorted) {
    const path = paths[spec.path] ?? {}
    paths[spec.path] = path
    const method = spec.method.toLowerCase()
    if (path[method]) throw new Error(`${spec.method} ${spec.path} is declared twice`)
    path[method] = operation(spec, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waystation',
      version,
      description:
        'The calls of the console. Every answer is an envelope: `success`, `message` and `data`. A refusal that is no fault of the ' +
        'transport answers 200 with `success` false and a `code`. A field of a body that is null counts as left out; in a change of a channel or ' +
        'token it empties the field. Messages come in Chinese or English, as Accept-Language asks.',
    },
    servers: [{ url: serverUrl === '' ? '/' : serverUrl }],
    tags: [...new Set(sorted.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by logging in.' },
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The access token of a user, with or without `Bearer` before it. Each call names the scope that it needs.',
        },
        userId: {
          type: 'apiKey',
          in: 'header',
          name: 'Waystation-User',
          description: 'The id of the caller; must equal the user of the session or token.',
        },
      },
    },
  }
}

const errorCode = {
  type: 'string',
  enum: Object.keys(errors),
  description: Object.entries(errors)
    .map(([code, { en }]) => `- \`${code}\`: ${en}`)
    .join('\n'),
}

const failure = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'Words for the caller.' },
    code: { $ref: '#/components/schemas/ErrorCode' },
    request_id: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Where a form was wrong: field to words.' },
  },
  required: ['success', 'message'],
}

/** What may be done by whom; `public` and `setup` need no login. */
const rights: Readonly<Record<EndpointSpec['access'], string>> = {
  public: 'Open to everybody.',
  setup: 'Open while there is no super admin.',
  user: 'For users.',
  admin: 'For admins.',
  root: 'For the super admin.',
}

function scopeOf(spec: EndpointSpec): string {
  const scopes = scopesOf(spec).map((scope) => `\`${scope}\``)
  return scopes.length === 0 ? '' : ` Scope of access tokens: ${scopes.join(' or ')}.`
}

function confirmationOf({ confirms, confirmsWhen }: EndpointSpec): string {
  if (confirms === undefined) return ''
  return ` Needs a confirmation (\`${confirms}\`)${confirmsWhen === undefined ? '' : ` if ${confirmsWhen}`}.`
}

function operation(spec: EndpointSpec, schemas: Record<string, unknown>): Json {
  const id = operationId(spec)
  const say = (schema: z.ZodType, part: string): Json => jsonSchema(schema, `${id}_${part}`, schemas)
  const isOpen = spec.access === 'public' || spec.access === 'setup'
  const parameters = [...pathParameters(spec), ...queryParameters(spec, say)]
  return {
    operationId: id,
    tags: [tagOf(spec)],
    summary: spec.summary,
    description: rights[spec.access] + confirmationOf(spec) + scopeOf(spec) + (isStrict(spec) ? ' Counts on the strict rate limit.' : ''),
    security: isOpen
      ? []
      : [
          { session: [], userId: [] },
          { accessToken: [], userId: [] },
        ],
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: { required: true, content: { [bodyType(spec)]: { schema: say(anyBody(spec.body, spec), 'body') } } } }),
    responses: {
      200: { description: 'Done, or refused with a reason.', content: answered(spec, say) },
      ...(!isOpen && { 401: failed('No login, or the user id header is another user.') }),
      429: failed('Too many requests.'),
      default: failed('Refused or failed.'),
    },
  }
}

const bodyType = ({ bodyAs }: EndpointSpec): string =>
  bodyAs === 'form' ? 'application/x-www-form-urlencoded' : bodyAs === 'text' ? 'text/plain' : 'application/json'

const anyBody = (body: z.ZodType, { bodyWhen = {} }: EndpointSpec): z.ZodType =>
  Object.keys(bodyWhen).length === 0 ? body : z.union([body, ...Object.values(bodyWhen)])

const failureRef = '#/components/schemas/Failure'
const content = (schema: Json): Json => ({ 'application/json': { schema } })

function answered(spec: EndpointSpec, say: (schema: z.ZodType, part: string) => Json): Json {
  if (spec.isText) return { 'text/plain': { schema: say(spec.data, 'data') }, ...content({ $ref: failureRef }) }
  if (spec.file === undefined) return content({ anyOf: [success(spec, say), { $ref: failureRef }] })
  return { [spec.file]: { schema: say(spec.data, 'data') }, ...content({ $ref: failureRef }) }
}
const failed = (description: string): Json => ({ description, content: content({ $ref: failureRef }) })

function success(spec: EndpointSpec, say: (schema: z.ZodType, part: string) => Json): Json {
  const extra = Object.entries(spec.extra?.shape ?? {}).map(([name, schema]) => [name, say(schema, name)])
  return {
    type: 'object',
    properties: { success: { const: true }, message: { type: 'string' }, data: say(spec.data, 'data'), ...Object.fromEntries(extra) },
    required: ['success', 'message', 'data', ...Object.keys(spec.extra?.shape ?? {})],
  }
}

/** Path parameters are described by their decoded type: `z.coerce.number()` accepts any input but means a number. */
function pathParameters(spec: EndpointSpec): Json[] {
  return Object.entries(spec.params?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _dialect, ...told } = z.toJSONSchema(schema, { io: 'output' })
    return { name, in: 'path', required: true, schema: told }
  })
}

function queryParameters(spec: EndpointSpec, say: (schema: z.ZodType, part: string) => Json): Json[] {
  return Object.entries(spec.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: parameterSchema(schema, () => say(schema, name)),
  }))
}

const simpleTypes = new Map<z.ZodType, string>([
  [integerParameter, 'integer'],
  [flagParameter, 'boolean'],
])

/** The lenient codecs of paging would be printed as "text or number"; what they want is simpler. */
function parameterSchema(schema: z.ZodType, say: () => Json): Json {
  const type = simpleTypes.get(schema)
  return type === undefined ? say() : { type }
}

/** A schema as JSON schema. Definitions that it shares with itself move to the components, where references can reach them. */
function jsonSchema(schema: z.ZodType, name: string, schemas: Record<string, unknown>): Json {
  const { $schema: _dialect, $defs: definitions = {}, ...told } = z.toJSONSchema(schema, { io: 'input' })
  const renamed = (key: string): string => `${name}_${key.replace(/^_+/, '')}`
  const moved = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replace(/"#\/\$defs\/([^"]+)"/g, (_whole, key: string) => `"#/components/schemas/${renamed(key)}"`))
  for (const [key, definition] of Object.entries(definitions)) schemas[renamed(key)] = moved(definition)
  return moved(told)
}

/** `GET /api/channel/test/{id}` is `getChannelTestById`. */
function operationId({ method, path }: EndpointSpec): string {
  const words = path
    .replace(/^\/api\//, '')
    .split(/[/_-]/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('{') ? `By${capital(word.slice(1, -1))}` : capital(word)))
  return method.toLowerCase() + words.join('')
}

function tagOf({ path }: EndpointSpec): string {
  return path.split('/')[2] ?? ''
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const isStrict = ({ rate }: EndpointSpec): boolean => rate === 'critical' || rate === 'login' || rate === 'user'
