// Every refusal is in the caller's language: a Chinese message holds no English but names. server.md 19
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, type ErrorCode, errorMessage, errors } from '@waystation/contract/errors'
import type { Option } from '@waystation/contract/options/option'
import { decodeOption, options } from '@waystation/contract/options/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { failureAnswer } from './http/answer.ts'

let console: TestConsole
let root: Visitor
let admin: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  admin = await console.user('admin', 10)
})
afterAll(() => console.close())

/** Names that are the same in every language: abbreviations in capitals, and the words of settings, protocols and programs. */
const NAMES =
  /\b([A-Z]{2,}|MiB|https?|xn|true|false|default|regex|background|store|Content-Type|Idempotency-Key|application\/json|ama|\dxx|example\.com|BLOCK_NONE|v1beta|preview|__proto__|constructor\.prototype|Host|X-Real-IP|X-Forwarded-For|Asia\/Shanghai|us-central1|global|SMTPFrom|SMTPAccount|GitHub|OAuth|Turnstile|Telegram|Epay|Webhook|WebSocket|Token|x-cdn-secret)\b/g

/** English words in a Chinese message, without the names that it may hold: those above, and the caller's own. */
function englishIn(message: string, ...own: readonly string[]): string[] {
  const named = own.reduce((text, name) => text.replaceAll(name, ''), message)
  return named.replace(NAMES, '').match(/[a-z]{2,}/gi) ?? []
}

test('no Chinese error text holds English', () => {
  const mixed = (Object.keys(errors) as ErrorCode[]).flatMap((code) => {
    const words = errorMessage(code, {}, 'zh').replace(/\{\w+\}/g, '')
    return englishIn(words).length > 0 ? [`${code}: ${words}`] : []
  })
  expect(mixed).toEqual([])
})

test('whatever can be missing is named in the language of the caller', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = globSync('{api,domain}/**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))
  const named = sources.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/'not_found', \{ what: '([^']+)'/g)])
  const things = new Set(named.map(([, thing = '']) => thing))
  expect(things.size).toBeGreaterThan(10)
  const messageOf = (what: string) => failureAnswer(new AppError('not_found', { what }), 'zh', 'id').body.message
  expect([...things].filter((what) => englishIn(messageOf(what)).length > 0)).toEqual([])
})

/** Texts that one kind of option or another refuses. */
const badTexts = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '0.5',
  '1e99',
  '99999999999',
  '{oops',
  '[1]',
  '{}',
  '{"a":-1}',
  '{"a":"x"}',
  '{"a":1.5}',
  '{"a":[1]}',
  '{"a":{"b":[1]}}',
  '{"a":{"Host":["x"]}}',
  '{"a":{"b":["\\n"]}}',
  '{"a":[]}',
  '{"a":[{"model":"","priorities":-1}]}',
  '{"a":[{"model":"b","priorities":0},{"model":"b","priorities":1}]}',
  '{"a":[{"model":"b","priorities":0}],"b":[{"model":"c","priorities":0}]}',
  '{" ":[{"model":"b","priorities":0}]}',
  '{"constructor":1}',
  '{"constructor":"x"}',
  '[{"a":"javascript:alert(1)"}]',
  '[{"a":"https://a.example","b":"https://b.example"}]',
  '["",1]',
  'a.com,a.com',
  'javascript:alert(1)',
  'regex:(',
  'y'.repeat(100),
]

describe('a refused setting', () => {
  const shown = (option: Option, text: string) => {
    const decoded = decodeOption(option, text)
    return decoded.ok ? undefined : { zh: decoded.detail.zh, en: decoded.detail.en }
  }

  test.each(options.map((option) => [option.key, option] as const))('%s: no word of the other language', (_key, option) => {
    for (const text of badTexts) {
      const words = shown(option, text)
      if (!words) continue
      const names = [
        ...Object.keys(option.type.choices ?? {}),
        'model',
        'priorities',
        'constructor',
        'javascript',
        'Host',
        ...text.split(/[^a-z.]+/i),
      ].filter((name) => name.length > 1)
      // The place where it was found comes before the colon.
      expect(englishIn(words.zh.split('：').at(-1) ?? '', ...names), `${text} → ${words.zh}`).toEqual([])
      expect(words.zh, text).toMatch(/[\u4e00-\u9fff]/)
      expect(words.en, text).not.toMatch(/[\u4e00-\u9fff]/)
    }
  })

  test('most settings refuse something, so that the above says something', () => {
    const strict = options.filter((option) => badTexts.some((text) => shown(option, text)))
    expect(strict.length).toBeGreaterThan(100)
  })

  test('through the door the whole sentence is in the language of the caller', async () => {
    const say = async (language: string, key: string, value: string) =>
      (await console.call('PUT /api/option/', { as: root, body: { key, value }, headers: { 'accept-language': language } })).json.message
    expect(await say('zh', 'GroupRatio', '{"default":-1}')).toBe('设置 GroupRatio 的值无效：default：不能小于 0')
    expect(await say('en', 'GroupRatio', '{"default":-1}')).toBe('Invalid value for setting GroupRatio: default: must be at least 0')
    expect(await say('zh', 'RetryTimes', '99')).toBe('设置 RetryTimes 的值无效：不能大于 10')
    expect(await say('zh', 'RetryTimes', '1.5')).toBe('设置 RetryTimes 的值无效：应为整数')
    expect(await say('zh', 'LogErrorEnabled', 'yes')).toBe('设置 LogErrorEnabled 的值无效：应为以下之一：true、false')
  })
})

/** Calls that are refused, each by another rule. */
const refusals: readonly (readonly [line: string, sent: { body?: unknown; text?: string }, ...own: string[]])[] = [
  ['GET /api/log/ledger/01JABCDEFGHJKMNPQRSTVWXYZ0', {}],
  ['GET /api/channel/999999', {}],
  ['GET /api/token/999999', {}],
  ['GET /api/user/999999', {}],
  ['PUT /api/channel/tag', { body: { tag: 'nowhere', priority: 1 } }, 'nowhere'],
  ['POST /api/channel/tag/disabled', { body: { tag: 'nowhere' } }, 'nowhere'],
  ['POST /api/token/', { body: { name: '', expired_time: 'soon', remain_quota: -1 } }],
  ['POST /api/token/', { body: { name: 'x', group: 'nogroup' } }, 'nogroup'],
  ['POST /api/token/', { body: { name: 'x', allow_ips: 'not-an-ip' } }, 'not-an-ip'],
  ['POST /api/token/', { text: '{"name":' }],
  ['POST /api/token/', { text: '{"name":x}' }],
  ['POST /api/token/', { text: '[]' }],
  ['POST /api/token/', { text: '{"__proto__":{}}' }],
  ['POST /api/token/', { text: '{"constructor":{"prototype":{}}}' }],
  ['POST /api/token/', { text: `{"name":"a\\u0000b"}` }],
  ['POST /api/token/', { text: `${'['.repeat(200)}` }],
  ['POST /api/channel/', { body: { name: '', type: 1 } }],
  ['POST /api/channel/', { body: { name: 'x', type: 8, key: 'k', models: 'm', base_url: '' } }],
  ['POST /api/channel/', { body: { name: 'x', type: 1, key: 'k', models: 'm', base_url: 'ftp://far.example' } }, 'ftp://far.example'],
  ['POST /api/channel/', { body: { name: 'x', type: 1, key: 'k', models: 'm', model_mapping: '{oops' } }],
  ['POST /api/channel/', { body: { name: 'x', type: 9999, key: 'k', models: 'm' } }],
  ['PUT /api/option/', { body: { key: 'Nonsense', value: '1' } }, 'Nonsense'],
  ['PUT /api/option/', { body: { key: 'ModelRatio', value: '{oops' } }],
  ['PUT /api/option/', { body: { key: 'fallback_pricing_enabled', value: true } }],
  ['PUT /api/option/', { body: {} }],
  ['POST /api/user/login', { body: {} }],
  ['POST /api/user/login', { body: { username: 'nobody', password: 'wrong' } }],
  ['POST /api/nowhere', { body: {} }, '/api/nowhere'],
  ['DELETE /api/log/', {}],
]

test.each(refusals.map(([line, sent, ...own]) => [line, JSON.stringify(sent).slice(0, 80), sent, own] as const))(
  '%s with %s is refused in Chinese, and in English',
  async (line, _shown, sent, own) => {
    const call = async (language: string) =>
      (await console.call(line, { as: root, ...sent, headers: { 'accept-language': language } })).json
    const { success, message, fields = {} } = await call('zh-CN')
    expect(success).toBe(false)
    for (const words of [message, ...Object.values(fields)]) {
      expect(words).toMatch(/[\u4e00-\u9fff]/)
      expect(englishIn(words, ...own), words).toEqual([])
    }
    const english = await call('en')
    for (const words of [english.message, ...Object.values(english.fields ?? {})]) expect(words).not.toMatch(/[\u4e00-\u9fff]/)
  },
)

test('what is missing is named in both languages', () => {
  for (const what of ['token', 'channel', 'user', 'log', 'tag']) {
    const say = (language: 'zh' | 'en') => failureAnswer(new AppError('not_found', { what }), language, 'r').body.message
    expect(englishIn(say('zh'))).toEqual([])
    expect(say('zh')).toMatch(/^.+不存在$/)
    expect(say('en')).toMatch(/^This .+ does not exist$/)
  }
})

test('an admin without permission is refused in their language', async () => {
  const { json } = await console.call('PUT /api/option/', { as: admin, body: { key: 'ServerAddress', value: 'https://a.example' } })
  expect(json.message).toBe('该设置仅超级管理员可修改')
})
