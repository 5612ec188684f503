// The pages of the guide that are printed from tables, in both languages: docs.ts lists them.
import { endpoints } from './api/endpoints.ts'
import { summariesInChinese } from './api/summaries-zh.ts'
import { callErrors } from './call-errors.ts'
import { askedEndpoints } from './calls/route.ts'
import { type EndpointSpec, scopesOf } from './channels/endpoint.ts'
import { consoleErrors } from './console-errors.ts'
import type { Language, Words } from './errors.ts'
import { aboutText, type Option } from './options/option.ts'
import { encodeOption, optionByKey, optionSubjects } from './options/registry.ts'
import { unitName } from './options/unit-words.ts'
import { code, row, table } from './values/markdown-table.ts'

/** By file name below docs/guide/en and docs/guide/zh. */
export const guideReference: Readonly<Record<string, (language: Language) => string>> = {
  'reference-options.md': optionsPage,
  'reference-errors.md': errorsPage,
  'reference-endpoints.md': endpointsPage,
}

/** The kind of amount in an error's words makes no difference to a reader. */
export const withoutKinds = (words: string): string => words.replaceAll(':quota}', '}')

const subjects: Readonly<Record<string, string>> = {
  'Login and registration': '登录与注册',
  'OpenID Connect': 'OpenID Connect',
  Mail: '邮件',
  'Notices to super admins': '超级管理员通知',
  'Addresses and payment': '地址与支付',
  Appearance: '外观',
  Operation: '运营',
  'Check-in and invitation': '签到与邀请',
  Pricing: '价格',
  'Rate limit': '频率限制',
  Gemini: 'Gemini',
  Claude: 'Claude',
  'All model calls': '所有模型调用',
  'Time, size and ends of model calls': '模型调用的时间、大小与中断',
}

const optionsIntro: Words = {
  en: `Everything that an administrator can change while the server runs: on the page [Settings](/admin/settings), with \`waystation option set KEY VALUE\`, or
with \`PUT /api/option/\`. Settings are stored as text: \`true\` and \`false\`, numbers, lists separated by commas or line ends, JSON. Secrets are never read
back. What the super admin alone may change is marked so, and so is what has to be confirmed before it is saved.`,
  zh: `管理员可以在服务器运行时修改的全部设置：在[设置](/admin/settings)页面、用 \`waystation option set KEY VALUE\`，或用 \`PUT /api/option/\`。设置以文本保存：
\`true\` 与 \`false\`、数字、用逗号或换行分隔的列表、JSON。机密保存后不再显示。只有超级管理员能修改的、保存前需要确认的，都已注明。`,
}

function optionsPage(language: Language): string {
  const head = { en: ['Setting', 'Key', 'Default', 'What it does'], zh: ['设置', '键名', '默认值', '说明'] }[language]
  const tables = Object.entries(optionSubjects).map(([subject, options]) => {
    const name = language === 'en' ? subject : subjects[subject]
    if (name === undefined) throw new Error(`the subject ${subject} has no Chinese name`)
    return `## ${name}\n\n${table(
      head,
      options.filter(({ isReady }) => isReady).map((option) => optionRow(option, language)),
    )}\n`
  })
  return page({ en: 'Every setting', zh: '全部设置' }, optionsIntro, language, tables)
}

function optionRow(option: Option, language: Language): string {
  const text = encodeOption(option, option.default)
  const isLong = text.length > 60
  const defaults = { en: isLong ? 'a list' : 'empty', zh: isLong ? '列表' : '空' }[language]
  const nameOf = (key: string) => `“${optionByKey(key)?.name[language] ?? key}”`
  const unit = unitName(option, language)
  const facts = {
    en: [unit && `Unit: ${unit}.`, option.writer === 'root' && 'Super admin only.', option.confirmed === true && 'Confirmed.'],
    zh: [unit && `单位：${unit}。`, option.writer === 'root' && '仅超级管理员。', option.confirmed === true && '需确认。'],
  }[language].filter(Boolean)
  const about = aboutText(option, language, nameOf)
  return row([
    option.name[language],
    code(option.key),
    text === '' || isLong ? defaults : code(text),
    [about, ...facts].join(language === 'en' ? ' ' : ''),
  ])
}

const errorsIntro: Words = {
  en: `Every code that a program can receive. Look at the code, never at the words. Calls of models carry it as \`error.code\`, in the shape of the API that was
spoken; calls of the console carry it as \`code\` beside \`message\`. What stands in braces is filled in. Words come in the language that Accept-Language asks for.`,
  zh: `程序可能收到的全部错误代码。程序应判断代码，而不是文字。模型调用的错误代码在 \`error.code\` 中，格式与所用接口一致；控制台接口的在 \`message\` 旁的 \`code\` 中。
花括号中的内容会被替换。文字的语言由 Accept-Language 决定。`,
}

function errorsPage(language: Language): string {
  const head = { en: ['Code', 'Status', 'Message'], zh: ['代码', '状态码', '内容'] }[language]
  const rows = (list: Readonly<Record<string, Words & { readonly status: number }>>) =>
    Object.entries(list).map(([name, entry]) => row([code(name), entry.status, withoutKinds(entry[language])]))
  const titles = { en: ['Calls of models', 'Calls of the console'], zh: ['模型调用', '控制台接口'] }[language]
  const tables = [callErrors, consoleErrors].map((list, index) => `## ${titles[index]}\n\n${table(head, rows(list))}\n`)
  return page({ en: 'Every error', zh: '全部错误' }, errorsIntro, language, tables)
}

const endpointsIntro: Words = {
  en: `Calls of models carry the key of a token, as \`Authorization: Bearer sk-…\` or as the API of the provider has it. Calls of the console carry the access token of a
user in \`Authorization\` and the id of the user in \`Waystation-User\`; the access token is made on the page [Personal settings](/app/me). Schemas of all calls of the
console are at \`/api/openapi.json\`.`,
  zh: `模型调用使用令牌的密钥：\`Authorization: Bearer sk-…\`，或按供应商接口的写法。控制台接口使用用户的访问令牌（\`Authorization\`）和用户 ID（\`Waystation-User\`），
访问令牌在[个人设置](/app/me)页面生成。控制台全部接口的结构见 \`/api/openapi.json\`。`,
}

const rights: Readonly<Record<EndpointSpec['access'], Words>> = {
  public: { en: 'everybody', zh: '所有人' },
  setup: { en: 'everybody, before the setup', zh: '所有人，仅在初始化前' },
  user: { en: 'users', zh: '用户' },
  admin: { en: 'admins', zh: '管理员' },
  root: { en: 'super admin', zh: '超级管理员' },
}

function endpointsPage(language: Language): string {
  const models = { en: 'Calls of models', zh: '模型调用' }[language]
  const console = { en: 'Calls of the console', zh: '控制台接口' }[language]
  const head = { en: ['Call', 'For', 'Scope', 'What it does'], zh: ['接口', '调用者', '权限', '说明'] }[language]
  const names = [...new Set(endpoints.map(subjectOf))].sort()
  const tables = names.map((name) => {
    const rows = endpoints.filter((endpoint) => subjectOf(endpoint) === name).map((endpoint) => endpointRow(endpoint, language))
    return `### /api/${name}\n\n${table(head, rows.sort())}\n`
  })
  const others = {
    en: 'One for each API and kind of work. Files, batches, drawings and music have more, at the paths of their providers.',
    zh: '每种接口格式与每类工作各一个。文件、批处理、绘图与音乐另有接口，路径与供应商的相同。',
  }[language]
  const doors = askedEndpoints.map((path) => `- ${code(path)}`).join('\n')
  const title = { en: 'Every endpoint', zh: '全部接口' }
  return page(title, endpointsIntro, language, [`## ${models}\n\n${others}\n\n${doors}\n`, `## ${console}\n`, ...tables])
}

const subjectOf = ({ path }: EndpointSpec): string => path.split('/')[2] ?? ''

function endpointRow(endpoint: EndpointSpec, language: Language): string {
  const name = `${endpoint.method} ${endpoint.path}`
  const summary = language === 'en' ? endpoint.summary : summariesInChinese[name]
  if (summary === undefined) throw new Error(`${name} has no summary in Chinese: contract/src/api/summaries-zh.ts`)
  const scopes = endpoint.confirms !== undefined && endpoint.confirmsWhen === undefined ? [] : scopesOf(endpoint)
  return row([code(name), rights[endpoint.access][language], scopes.map(code).join(', '), summary])
}

function page(title: Words, intro: Words, language: Language, parts: readonly string[]): string {
  return `# ${title[language]}\n\n${intro[language]}\n\n${parts.join('\n')}`
}
