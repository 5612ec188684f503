import { describe, expect, test } from 'vitest'
import { cleanKeys, isKeyOfFormat, keyTail, splitKeys } from './channel-key.ts'

const aws = (key: string) => isKeyOfFormat(key, 'access-key|secret-key|region')

test.each([
  'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1',
  'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-gov-west-1',
  'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl=|eu-central-1',
])('AWS: %s is a key', (key) => expect(aws(key)).toBe(true))

test.each([
  '',
  'sk-live-0123456789',
  'AKIDEXAMPLE|secret',
  'AKIDEXAMPLE|secret|',
  '|secret|us-east-1',
  'AKIDEXAMPLE||us-east-1',
  'a|AKIDEXAMPLE|secret|us-east-1',
  'AKIDEXAMPLE|se cret|us-east-1',
  'AKIDEXAMPLE|secret|US East',
  'AKIDEXAMPLE|secret|us-east-1.evil.example/#',
  'AKIDEXAMPLE|secret|us-east-1\n',
])('AWS: %s is none', (key) => expect(aws(key)).toBe(false))

test.each<[string, boolean]>([
  ['AKLTexample|WkRZeE1EQm==', true],
  ['sk-0123456789', true],
  ['AKLTexample', false],
  ['AKLTexample|', false],
  ['|WkRZeE1EQm==', false],
  ['AKLTexample|WkRZ|cn-north-1', false],
  ['AKLT example|WkRZ', false],
])('Volcengine: is %s a key? %s', (key, isOne) => expect(isKeyOfFormat(key, 'access-key|secret-key')).toBe(isOne))

const TENANT = '11111111-2222-3333-4444-555555555555'
const CLIENT = '66666666-7777-8888-9999-aaaaaaaaaaaa'

test.each<[string, boolean]>([
  ['0123456789abcdef0123456789abcdef', true],
  ['eyJ0eXAiOiJKV1QifQ.eyJhdWQiOiJ4In0.c2ln', true],
  [`${TENANT}|${CLIENT}|abc8Q~secret.of_it-1`, true],
  [`house.onmicrosoft.com|${CLIENT.toUpperCase()}|secret`, true],
  [`${TENANT}|${CLIENT}`, false],
  [`${TENANT}|${CLIENT}|`, false],
  [`${TENANT}|${CLIENT}|a b`, false],
  [`${TENANT}|${CLIENT}|a|b`, false],
  [`${TENANT}|my-client|secret`, false],
  [`../evil|${CLIENT}|secret`, false],
  [`a/b|${CLIENT}|secret`, false],
])('Azure: %s is a key: %s', (key, isKey) => expect(isKeyOfFormat(key, 'api-key / tenant-id|client-id|client-secret')).toBe(isKey))

test.each<[string, boolean]>([
  ['dapi0123456789abcdef', true],
  [`${CLIENT}|dose0123456789abcdef`, true],
  [`${CLIENT}|`, false],
  ['my-client|secret', false],
  [`${CLIENT}|a|b`, false],
])('Databricks: %s is a key: %s', (key, isKey) => expect(isKeyOfFormat(key, 'token / client-id|client-secret')).toBe(isKey))

test('a format that is one secret takes any text', () => expect(isKeyOfFormat('anything', 'bearer')).toBe(true))

test('several keys are one per line, and a JSON document stays in one piece, on one line', () => {
  expect(cleanKeys('Bearer sk-one，"sk-two"、 sk-one\r\n')).toBe('sk-one\nsk-two')
  const document = '{"type":"service_account","project_id":"p"}'
  expect(cleanKeys(` '{"type": "service_account",\n"project_id": "p"}'\n`)).toBe(document)
  expect(splitKeys(document, 'document')).toEqual([document])
})

const account = (name: string, more = {}) => ({
  ...{ type: 'service_account', project_id: 'p', private_key_id: `id-of-${name}` },
  private_key: `-----BEGIN PRIVATE KEY-----\nMIIE, "}{" \\ ${name}\n-----END PRIVATE KEY-----\n`,
  ...{ client_email: `${name}@p.iam.gserviceaccount.com`, token_uri: 'https://oauth2.googleapis.com/token', ...more },
})
const inLines = (name: string) => JSON.stringify(account(name), null, 2)
const inOneLine = (name: string) => JSON.stringify(account(name))
const EXPRESS = 'AIzaSyExpressKey0123456789'

describe('keys that are JSON documents', () => {
  test.each([
    ['one in lines', inLines('a'), ['a']],
    ['one in one line', inOneLine('a'), ['a']],
    ['several one after the other', `${inLines('a')}\n${inLines('b')}${inOneLine('c')}`, ['a', 'b', 'c']],
    ['one per line', `${inOneLine('a')}\r\n${inOneLine('b')}\n`, ['a', 'b']],
    ['a list with commas', `${inLines('a')},\n${inOneLine('b')}，`, ['a', 'b']],
    ['a list of JSON', JSON.stringify([account('a'), account('b')], null, 2), ['a', 'b']],
    ['the same twice, laid out otherwise', `${inLines('a')}\n${inOneLine('a')}`, ['a']],
  ])('%s', (_name, text, names) => {
    expect(splitKeys(text, 'document')).toEqual(names.map(inOneLine))
    expect(cleanKeys(text)).toBe(names.map(inOneLine).join('\n'))
    expect(splitKeys(cleanKeys(text), 'document')).toEqual(names.map(inOneLine))
  })

  test('and API keys between them', () => {
    expect(splitKeys(`${EXPRESS}\n${inLines('a')}\nBearer ${EXPRESS}x, "${EXPRESS}y"`, 'document')).toEqual([
      EXPRESS,
      inOneLine('a'),
      `${EXPRESS}x`,
      `${EXPRESS}y`,
    ])
  })

  test('one that does not end is one key, and none of the format', () => {
    const cut = inLines('a').slice(0, -3)
    expect(splitKeys(cut, 'document')).toHaveLength(1)
    expect(splitKeys(cut, 'document').some((key) => isKeyOfFormat(key, 'service-account-json'))).toBe(false)
  })

  test.each([
    ['a service account', inOneLine('a'), true],
    ['an API key', EXPRESS, true],
    ['another kind of account', JSON.stringify(account('a', { type: 'authorized_user' })), false],
    ['an account without a private key', JSON.stringify(account('a', { private_key: '' })), false],
    ['a project that would leave its address', JSON.stringify(account('a', { project_id: 'p/../q' })), false],
    ['a list', JSON.stringify([account('a')]), false],
    ['words', 'not a key', false],
    ['nothing', '', false],
  ])('%s is a key: %s', (_name, key, isKey) => expect(isKeyOfFormat(key, 'service-account-json')).toBe(isKey))

  const app = (more = {}) => ({
    ...{ client_type: 'jwt', client_id: '310000000002', coze_api_base: 'https://api.coze.cn', public_key_id: 'fingerprint_-of-a' },
    ...{ private_key: account('a').private_key, ...more },
  })

  test.each([
    ['an app that signs', JSON.stringify(app()), true],
    ['a token', 'pat_0123456789', true],
    ['an app without a private key', JSON.stringify(app({ private_key: undefined })), false],
    ['an app without an id', JSON.stringify(app({ client_id: '' })), false],
    ['a service account', inOneLine('a'), false],
  ])('%s is a token or an app: %s', (_name, key, isKey) => expect(isKeyOfFormat(key, 'token / jwt-app-json')).toBe(isKey))

  test('are told apart by the ends of their ids', () => {
    expect(keyTail(JSON.stringify(app()))).toBe('of-a')
    expect(['a', 'b'].map((name) => keyTail(inOneLine(name)))).toEqual(['of-a', 'of-b'])
    expect(keyTail('sk-0123456789')).toBe('6789')
  })
})
