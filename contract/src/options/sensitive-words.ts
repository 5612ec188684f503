// Words for which a call is refused. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { flag, lines, option } from './option.ts'

/** Longest pattern of a `regex:` line, in characters: a longer one cannot be checked for runaway time. */
const PATTERN_MAX = 512
const sensitiveWord = z.string().refine((line) => !line.startsWith('regex:') || isPattern(line.slice('regex:'.length)), 'bad_pattern')

export const checkSensitiveEnabled = option({
  key: 'CheckSensitiveEnabled',
  type: flag(),
  default: true,
  name: { en: 'Sensitive word check', zh: '屏蔽词检查' },
  about: {
    en: 'Check texts for [SensitiveWords]. If the list is empty, nothing is rejected.',
    zh: '检查文本中是否含有[SensitiveWords]。列表为空时不拒绝任何调用。',
  },
  card: ['sensitive', 1],
  isReady: false,
})

export const checkSensitiveOnPromptEnabled = option({
  key: 'CheckSensitiveOnPromptEnabled',
  type: flag(),
  default: true,
  name: { en: 'Check prompts', zh: '检查提示词' },
  about: { en: 'Also check prompts, if [CheckSensitiveEnabled] is on.', zh: '同时检查提示词，需开启[CheckSensitiveEnabled]。' },
  card: ['sensitive', 2],
  isReady: false,
})

export const sensitiveWords = option({
  key: 'SensitiveWords',
  type: lines(sensitiveWord),
  default: [],
  name: { en: 'Sensitive words', zh: '屏蔽词列表' },
  about: {
    en: 'Calls that contain one of these words are rejected. One per line; a line starting with regex: is a regular expression.',
    zh: '含有其中任一词语的调用会被拒绝。每行一个；以 regex: 开头的行为正则表达式。',
  },
  card: ['sensitive', 3],
  isReady: false,
})

function isPattern(source: string): boolean {
  if (source === '' || source.length > PATTERN_MAX) return false
  try {
    new RegExp(source, 'iu')
    return true
  } catch {
    return false
  }
}
