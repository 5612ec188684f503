// What is told of a way to log in, or to prove who one is, that has come or gone.
import type { Words } from '@waystation/contract/errors'

const changes = {
  'totp-on': { zh: '已开启两步验证', en: 'Two-step verification was turned on' },
  'totp-off': { zh: '已关闭两步验证', en: 'Two-step verification was turned off' },
  'recovery-codes': {
    zh: '已重新生成恢复码，之前的恢复码不再有效',
    en: 'New recovery codes were created, and those before no longer work',
  },
  'passkey-add': { zh: '已添加一个通行密钥', en: 'A passkey was added' },
  'passkey-remove': { zh: '已移除一个通行密钥', en: 'A passkey was removed' },
  reset: {
    zh: '管理员已移除全部通行密钥、两步验证和恢复码',
    en: 'An administrator removed all passkeys, two-step verification and recovery codes',
  },
  email: { zh: '邮箱已设置为 {what}', en: 'The email address was set to {what}' },
} as const satisfies Readonly<Record<string, Words>>

export interface WayChange {
  readonly is: keyof typeof changes
  /** The address, or the other site. */
  readonly what?: string
}

/** A half sentence that says what has changed. */
export function wayChangeWords({ is, what = '' }: WayChange): Words {
  const filled = (words: string) => words.replace('{what}', () => what)
  return { zh: filled(changes[is].zh), en: filled(changes[is].en) }
}
