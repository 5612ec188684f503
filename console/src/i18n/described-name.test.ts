import { expect, test } from 'vitest'
import { describedName } from './described-name.ts'

test.each([
  ['default', '默认分组', 'zh', 'default · 默认分组'],
  ['default', '默认分组', 'en', 'default'],
  ['vip', 'Half price', 'en', 'vip · Half price'],
  ['vip', 'Half price', 'zh', 'vip · Half price'],
  ['vip', 'vip', 'en', 'vip'],
  ['vip', undefined, 'zh', 'vip'],
] as const)('%s, %s, in %s', (name, description, language, expected) => expect(describedName(name, description, language)).toBe(expected))
