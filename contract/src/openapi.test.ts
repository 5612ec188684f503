import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api/endpoints.ts'
import { type EndpointSpec, endpoint } from './channels/endpoint.ts'
import { errors } from './errors.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument({ endpoints, version: '1.2.3', serverUrl: 'https://example.com' })
const text = JSON.stringify(document)

interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: object }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, { readonly content: { readonly 'application/json': { readonly schema: Schema } } }>>
}
interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

function operationOf(method: string, path: string, from = document): Operation {
  return from.paths[path]?.[method.toLowerCase()] as unknown as Operation
}

function answerOf(operation: Operation): Schema {
  return operation.responses['200']!.content['application/json'].schema.anyOf![0]!
}

test('every endpoint is in the document, once', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(endpoints.length)
  expect(endpoints.filter(({ method, path }) => operationOf(method, path) === undefined)).toEqual([])
  const ids = operations.map((operation) => (operation as unknown as Operation).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(['getChannelTestById', 'postUserLogin', 'putOption']))
})

test.each(endpoints.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
  '%s names its parameters as the table does',
  (_name, spec) => {
    const { parameters = [], requestBody, security } = operationOf(spec.method, spec.path)
    const named = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
    expect(named('path')).toEqual(Object.keys(spec.params?.shape ?? {}))
    expect(named('query')).toEqual(Object.keys(spec.query?.shape ?? {}))
    expect(parameters.every((parameter) => parameter.required === (parameter.in === 'path'))).toBe(true)
    expect(requestBody !== undefined).toBe(spec.body !== undefined)
    expect(security.length === 0).toBe(spec.access === 'public' || spec.access === 'setup')
  },
)

test('every reference leads somewhere', () => {
  const schemas = Object.keys(document.components.schemas as object)
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(endpoints.length)
  expect(references.filter((reference) => !schemas.includes(reference.replace('#/components/schemas/', '')))).toEqual([])
  expect(text).not.toContain('$defs')
  expect(text).not.toContain('$schema')
})

test('logging in is open, takes a name and a password and answers a user', () => {
  const login = operationOf('POST', '/api/user/login')
  expect(login.security).toEqual([])
  expect(login.requestBody?.content['application/json'].schema.properties).toMatchObject({
    username: { type: 'string' },
    password: { type: 'string' },
  })
  expect(answerOf(login).properties?.data?.properties).toMatchObject({ id: { type: 'integer' }, quota: { type: 'integer' } })
})

test('a list has its total next to the data, and takes page numbers', () => {
  const list = operationOf('GET', '/api/channel/')
  expect(list.parameters).toContainEqual({ name: 'page_size', in: 'query', required: false, schema: { type: 'integer' } })
  expect(list.parameters).toContainEqual({ name: 'tag_mode', in: 'query', required: false, schema: { type: 'boolean' } })
  expect(answerOf(list).properties).toMatchObject({ success: { const: true }, data: { type: 'array' }, total: { type: 'integer' } })
  expect(answerOf(list).required).toEqual(['success', 'message', 'data', 'total', 'page', 'page_size', 'type_counts', 'tags'])
})

test('codecs are described by their encoded side: text', () => {
  const create = operationOf('POST', '/api/channel/').requestBody?.content['application/json'].schema.properties
  expect(create).toMatchObject({ models: { type: 'string' }, model_mapping: { type: 'string' }, priority: { type: 'integer' } })
})

test('an id in a path is a whole number', () => {
  expect(operationOf('GET', '/api/token/{id}').parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
  ])
})

test('every error code is listed', () => {
  expect((document.components.schemas as { ErrorCode: { enum: string[] } }).ErrorCode.enum).toEqual(Object.keys(errors))
})

test('definitions of recursive schemas move to where references reach them', () => {
  const spec: EndpointSpec = endpoint({
    method: 'GET',
    path: '/api/tree',
    summary: 'A tree',
    access: 'user',
    data: z.object({ tree: z.json() }),
  })
  const printed = openapiDocument({ endpoints: [spec], version: '1', serverUrl: '' })
  const reference = answerOf(operationOf('GET', '/api/tree', printed)).properties?.data?.properties?.tree?.$ref
  expect(Object.keys(printed.components.schemas as object)).toContain(reference?.replace('#/components/schemas/', ''))
  expect(printed.servers).toEqual([{ url: '/' }])
})

test('the same call twice is refused', () => {
  expect(() => openapiDocument({ endpoints: [...endpoints, endpoints[0]!], version: '1', serverUrl: '' })).toThrow('declared twice')
})
