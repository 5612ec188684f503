// What is exported and applied somewhere else is the same configuration, to the last sign.
import type { Option } from '@waystation/contract/options/option'
import { options as allOptions, decodeTyped, encodeOption } from '@waystation/contract/options/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '../testing/test-installation.ts'

let from: TestInstallation
let to: TestInstallation
beforeAll(async () => {
  from = await openTestInstallation()
  to = await openTestInstallation()
})
afterAll(async () => {
  await from.close()
  await to.close()
})

/** Options that stay as they are here, and why. */
const left: Readonly<Record<string, string>> = {
  PasswordLoginEnabled: 'nobody could log in: no super admin has another way',
  fallback_pricing_enabled: 'with a single price beside ratios it is refused',
}

/** Texts that look like something else to a reader of YAML. */
const awkward = '# no comment\n- x: "y"\n\ttab, \u00a0 and \u2028 a line\n\n  yes: no\n---\n驿站 😀 \\ \' end '
/** Of which one is a value of any option of its kind, but for those that are named below. */
const texts = [
  ...[
    awkward,
    '7',
    '0.5',
    '2',
    '1500',
    '150000',
    'true',
    'false',
    'a',
    '012',
    'https://a.example',
    'Asia/Tokyo',
    'a.example',
    '429',
    'x-a-b',
  ],
  ...['me@a.example', '{"a":1}', '{"default":1,"007":2}', '{"a":"b"}', '["a"]', '[{"a":"https://a.example"}]', '{"a":{"b":1}}'],
]
const own: Readonly<Record<string, string>> = {
  custom_head_html: '<meta name="a" content="b">\n<style>\n  a { color: red }\n</style>',
  LengthTiers: '{"m":[{"above":1000,"input":2},{"above":2000,"output":1.5}]}',
  ModelMapping: '{"fast":[{"model":"m","priorities":1,"share":2,"when":{"groups":["vip"]}}]}',
  ModelRatio: '{"gpt-4o":null,"m":0.1}',
  'relay.group_limits': '{"vip":{"requests_per_minute":5}}',
  'relay.model_limits': '{"m":{"calls_at_once":5}}',
  'gemini.safety_settings': '{"default":"BLOCK_NONE"}',
  'gemini.version_settings': '{"default":"v1"}',
  'claude.model_headers_settings': '{"m":{"x-a":["1","2"]}}',
  'global.model_traits': '{"m":{"context_tokens":1000}}',
}

const isOther = (option: Option) => (text: string) => {
  const read = decodeTyped(option, text)
  return read.ok && encodeOption(option, read.value) !== encodeOption(option, option.default)
}
/** A value other than the one that is built in. */
const valueFor = (option: Option): string | undefined =>
  [own[option.key] ?? [], texts, Object.keys(option.type.choices ?? {})].flat().find(isOther(option))

test('every option and every field of a channel survives export and apply, and the export of the copy is byte for byte the same', async () => {
  const values = Object.fromEntries(allOptions.flatMap((option) => (option.key in left ? [] : [[option.key, valueFor(option) ?? '']])))
  expect(Object.entries(values).filter(([, text]) => text === '')).toEqual([])
  const source = await from.open()
  await source.options.setMany(values)
  await from.apply(CHANNELS, { KEYS: 'key-1\nkey-2', PROXY: 'http://u:proxy-pw@p.example:81' })

  const { text } = await from.exported()
  const secrets = allOptions.filter(({ secret }) => secret)
  expect(secrets.length).toBeGreaterThan(10)
  for (const hidden of ['key-1', 'key-2', 'proxy-pw', ...secrets.map(({ key }) => `${key}:`)]) expect(text).not.toContain(hidden)
  const environment: Record<string, string> = { KEYS: 'key-1\nkey-2', PROXY: 'http://u:proxy-pw@p.example:81' }
  for (const { key } of secrets) environment[`SECRET ${key}`] = String(source.options.get(secretOf(key)))
  const references = secrets.map(({ key }) => `  ${key}: {env: "SECRET ${key}"}\n`).join('')
  const filled = text
    .replace('options:\n', `options:\n${references}`)
    .replaceAll(/# key: \{env: \w+\}/g, 'key: {env: KEYS}')
    .replace('proxy: http://u:***@p.example:81', 'proxy: {env: PROXY}')

  await to.apply(filled, environment)
  const copy = await to.open()
  const of = ({ options }: typeof copy) => Object.fromEntries(allOptions.map((option) => [option.key, options.get(option)]))
  expect(of(copy)).toEqual(of(source))
  expect((await to.exported()).text).toBe(text)
  const keysOf = async ({ keys, channels }: typeof copy) => {
    const rows = [...(await channels()).values()].flat()
    return Promise.all(rows.map(async ({ id, setting }) => [await keys.open(Number(id)), copy.openSetting(setting)]))
  }
  expect(await keysOf(copy)).toEqual(await keysOf(source))
  expect((await to.plan(filled, environment)).at(-1)).toBe('Nothing would change.')
  expect((await to.plan(text)).at(-1)).toBe('Nothing would change.')
})

function secretOf(key: string): Option {
  const found = allOptions.find((option) => option.key === key)
  if (!found) throw new Error(`no option ${key}`)
  return found
}

const CHANNELS = `channels:
  - {name: plain, type: OpenAI, key: {env: KEYS}, models: [m]}
  - name: "all: of it #1"
    type: Custom
    key: {env: KEYS}
    base_url: https://v.example/api
    models: [m-1, "007", m 2]
    groups: [vip, default]
    priority: -5
    weight: 9
    status: disabled
    tag: [a, b]
    remark: "yes"
    auto_ban: 0
    test_model: m-1
    model_prefix: p/
    max_input_tokens: 1000
    openai_organization: org
    other: o
    model_mapping: {m-1: far}
    status_code_mapping: {429: 500}
    setting: {strict: true, proxy: {env: PROXY}, limits: {calls_at_once: 3}}
    param_override: {a: {b: [1, null, "x"]}, c: 0.1}
    system_prompt: ${JSON.stringify(awkward)}
`
