// What is told of a way to log in, or to prove who one is, that has come or gone.
import type { Words } from '@waystation/contract/errors'

const changes = {
  'totp-on': { zh: '已开启两步验证', en: 'Two-step verification was turned on' },
  'totp-off': { zh: '已关闭两步验证', en: 'Two-step verification was turned off' },
  'recovery-codes': {
    zh: '已重新生成恢复码，之前的恢复码不再有效',
    en: 'New recovery codes were created, and the old ones no longer work',
  },
  'passkey-add': { zh: '已添加一个通行密钥', en: 'A passkey was added' },
  'passkey-remove': { zh: '已移除一个通行密钥', en: 'A passkey was removed' },
  reset: {
    zh: '管理员已移除全部通行密钥、两步验证和恢复码',
    en: 'An administrator removed all passkeys, two-step verification and recovery codes',
  },
  'site-add': { zh: '已绑定 {what} 账户，可用其登录', en: 'A {what} account was linked, which can be used to log in' },
  'site-remove': { zh: '已解绑 {what} 账户', en: 'The {what} account was unlinked' },
  password: { zh: '密码已更改{what}', en: 'The password was changed{what}' },
  email: { zh: '邮箱已设置为 {what}', en: 'The email address was set to {what}' },
} as const satisfies Readonly<Record<string, Words>>

export interface WayChange {
  readonly is: keyof typeof changes
  /** The address, the other site, or what still stands beside a new password. */
  readonly what?: string | Words
}

/** A way to log in without the password, or to get a new one. */
export interface OtherWay {
  readonly kind: 'email' | 'site' | 'passkey'
  readonly name: string
  /** Unix seconds; absent: not known. */
  readonly since?: number
}

/** What a new password does not end: somebody else may have added it. */
export function otherWaysWords(ways: readonly OtherWay[]): Words {
  if (ways.length === 0) return { zh: '', en: '' }
  const [zh, en] = [ways.map(zhWay).join('、'), ways.map(enWay).join(', ')]
  return {
    zh: `。以下方式仍可登录或重置密码，请确认都是你本人的：${zh}`,
    en: `. These still let someone log in or reset it, so check that all are yours: ${en}`,
  }
}

const kinds = {
  email: { zh: '邮箱', en: 'email address' },
  site: { zh: '账户', en: 'account at' },
  passkey: { zh: '通行密钥', en: 'passkey' },
} as const satisfies Record<OtherWay['kind'], Words>
const dayOf = (since: number) => new Date(since * 1000).toISOString().slice(0, 10)
const zhWay = ({ kind, name, since }: OtherWay) => `${kinds[kind].zh} ${name}${since === undefined ? '' : `（添加于 ${dayOf(since)}）`}`
const enWay = ({ kind, name, since }: OtherWay) => `${kinds[kind].en} ${name}${since === undefined ? '' : ` (added on ${dayOf(since)})`}`

/** A half sentence that says what has changed. */
export function wayChangeWords({ is, what = '' }: WayChange): Words {
  const { zh, en } = typeof what === 'string' ? { zh: what, en: what } : what
  return { zh: changes[is].zh.replace('{what}', () => zh), en: changes[is].en.replace('{what}', () => en) }
}
