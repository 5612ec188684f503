// Why the text of an option is invalid, in both languages. Library messages are not shown, since they are in English only.
import type { z } from 'zod'
import type { Words } from '../errors.ts'

/** What a reading of a value found wrong, and where in it: `gpt-4o: must be at least 0`, `entry 2: this name is not allowed`. */
export function issueWords(issue: z.core.$ZodIssue | undefined): Words {
  if (!issue) return INVALID
  const words = wordsOf(issue)
  if (issue.path.length === 0) return words
  return {
    zh: `${placeOf(issue.path, (at) => `第 ${at} 项`)}：${words.zh}`,
    en: `${placeOf(issue.path, (at) => `entry ${at}`)}: ${words.en}`,
  }
}

/** Names as they are; entries of a list are counted from one. */
function placeOf(path: readonly PropertyKey[], entry: (at: number) => string): string {
  return path.map((part) => (typeof part === 'number' ? entry(part + 1) : String(part))).join(' ')
}

/** Of a name that stands in an object twice. */
export const repeatedNameWords = (name: string): Words => ({ zh: `${name}：该名称出现了两次`, en: `${name}: this name appears twice` })

const INVALID: Words = { zh: '格式不正确', en: 'this value is not valid' }

/** Words for the messages that our own rules give. */
const ruleWords: Readonly<Record<string, Words>> = {
  not_json: { zh: '不是合法的 JSON 字符串', en: 'not a valid JSON string' },
  not_a_number: { zh: '应为数字', en: 'must be a number' },
  bad_url: { zh: '应为以 http:// 或 https:// 开头的地址', en: 'must be an address starting with http:// or https://' },
  bad_secure_url: { zh: '应为以 https:// 开头的地址', en: 'must be an address starting with https://' },
  time_zone_unknown: {
    zh: '未知的时区；应为 IANA 时区名称，例如 Asia/Shanghai',
    en: 'unknown time zone; must be a name of the IANA database such as Asia/Shanghai',
  },
  bad_picture: { zh: '应为图片的地址或路径', en: 'must be the address or path of an image' },
  bad_chat: {
    zh: '聊天链接必须以 https:// 开头，或使用客户端程序的协议，例如 ama://；仅本机地址可用 http://；主机名中不能包含用户名或 {占位符}',
    en:
      'a chat link must start with https://, with http:// for localhost only, or with the scheme of an app such as ama://; ' +
      'its host must not contain a username or a {placeholder}',
  },
  bad_name: { zh: '不允许使用这个名称', en: 'this name is not allowed' },
  bad_sender: { zh: '应为邮箱地址，或“名称 <邮箱地址>”', en: 'must be an email address, or a name with one: Name <me@example.com>' },
  bad_domain: { zh: '应为域名，例如 example.com', en: 'must be a domain such as example.com' },
  domain_repeated: { zh: '域名已在白名单中', en: 'domain already exists in whitelist' },
  bad_status: {
    zh: '应为状态码（429）、一类状态码（5xx）或范围（500-503）',
    en: 'must be a status code (429), a class (5xx) or a range (500-503)',
  },
  bad_header: { zh: '不允许设置这个请求头', en: 'this header is not allowed' },
  bad_header_name: { zh: '应为请求头名称，例如 x-cdn-secret', en: 'must be the name of a header such as x-cdn-secret' },
  bad_threshold: { zh: '应为阈值，例如 BLOCK_NONE', en: 'must be a threshold such as BLOCK_NONE' },
  bad_version: { zh: '应为版本，例如 v1beta', en: 'must be a version such as v1beta' },
  one_entry: { zh: '应恰好有一个名称和一个地址', en: 'must have exactly one name with one address' },
  length_tiers_unordered: { zh: '各档的长度必须递增', en: 'each limit must be higher than the one before' },
  default_group_missing: { zh: '必须包含 default 分组', en: 'must contain the group default' },
  actual_missing: { zh: '至少需要一个实际模型', en: 'needs at least one actual model' },
  too_many_aliases: { zh: '别名过多', en: 'too many aliases' },
  alias_nested: { zh: '别名不能指向另一个别名', en: 'an alias cannot stand for another alias' },
  virtual_blank: { zh: '虚拟模型必须有名称', en: 'a virtual model needs a name' },
  virtual_nested: { zh: '虚拟模型不能由虚拟模型组成', en: 'a virtual model cannot contain virtual models' },
  actual_repeated: { zh: '同一个实际模型只能出现一次', en: 'each actual model may be listed only once' },
}

const typeWords: Readonly<Record<string, Words>> = {
  number: { zh: '应为数字', en: 'must be a number' },
  int: { zh: '应为整数', en: 'must be a whole number' },
  string: { zh: '应为文本', en: 'must be a text' },
  boolean: { zh: '应为 true 或 false', en: 'must be true or false' },
  array: { zh: '应为列表', en: 'must be a list' },
  record: { zh: '应为 JSON 对象', en: 'must be a JSON object' },
  object: { zh: '应为 JSON 对象', en: 'must be a JSON object' },
}

/** Only our own rules give a message that is a word of this table; everything else is worded by its kind. */
function wordsOf(issue: z.core.$ZodIssue): Words {
  const known = own(ruleWords, issue.message)
  if (known) return known
  switch (issue.code) {
    case 'invalid_type':
      return own(typeWords, issue.expected) ?? INVALID
    case 'too_small':
      return boundWords('min', issue.origin, issue.minimum, issue.inclusive ?? true)
    case 'too_big':
      return boundWords('max', issue.origin, issue.maximum, issue.inclusive ?? true)
    case 'invalid_value':
      return { zh: `应为以下之一：${issue.values.join('、')}`, en: `must be one of: ${issue.values.join(', ')}` }
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0] ? wordsOf(issue.issues[0]) : INVALID
    default:
      return INVALID
  }
}

function boundWords(bound: 'min' | 'max', origin: string, limit: number | bigint, isInclusive: boolean): Words {
  const [atLeast, atMost] = [bound === 'min', bound === 'max']
  if (origin === 'string' && atLeast && Number(limit) <= 1) return { zh: '不能为空', en: 'must not be empty' }
  if (origin === 'string')
    return atMost
      ? { zh: `最多 ${limit} 个字符`, en: `at most ${limit} characters` }
      : { zh: `至少 ${limit} 个字符`, en: `at least ${limit} characters` }
  if (origin === 'array' || origin === 'set' || origin === 'map')
    return atMost ? { zh: `最多 ${limit} 项`, en: `at most ${limit} entries` } : { zh: `至少 ${limit} 项`, en: `at least ${limit} entries` }
  if (!isInclusive)
    return atLeast
      ? { zh: `必须大于 ${limit}`, en: `must be greater than ${limit}` }
      : { zh: `必须小于 ${limit}`, en: `must be less than ${limit}` }
  return atLeast
    ? { zh: `不能小于 ${limit}`, en: `must be at least ${limit}` }
    : { zh: `不能大于 ${limit}`, en: `must be at most ${limit}` }
}

function own(table: Readonly<Record<string, Words>>, key: string): Words | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
