// Words for which a call is rejected. Source: specification §3 Option, server-behaviour 6.2.
import { z } from 'zod'
import { flag, lines, option } from './option.ts'

/** A line: a word, or after `regex:` a regular expression, which the server reads when it is saved. */
const sensitiveWord = z.string().max(512)
const MAX_LINES = 20_000

export const checkSensitiveEnabled = option({
  key: 'CheckSensitiveEnabled',
  type: flag(),
  default: true,
  name: { en: 'Sensitive word check', zh: '屏蔽词检查' },
  about: {
    en: 'Check for [SensitiveWords]. If the list is empty, nothing is rejected.',
    zh: '检查文本中是否含有[SensitiveWords]。列表为空时不拒绝任何调用。',
  },
  card: ['sensitive', 1],
})

export const checkSensitiveOnPromptEnabled = option({
  key: 'CheckSensitiveOnPromptEnabled',
  type: flag(),
  default: true,
  name: { en: 'Check prompts', zh: '检查提示词' },
  about: {
    en: 'Check the prompts of calls. [CheckSensitiveEnabled] must be on too.',
    zh: '检查调用的提示词，需同时开启[CheckSensitiveEnabled]。',
  },
  card: ['sensitive', 2],
})

export const sensitiveWords = option({
  key: 'SensitiveWords',
  type: lines(sensitiveWord, MAX_LINES),
  default: [],
  name: { en: 'Sensitive words', zh: '屏蔽词列表' },
  about: {
    en:
      'Calls whose prompt contains one of these words are rejected before anything is charged; embeddings and rerankings are not checked. ' +
      'One per line; a line starting with regex: is a regular expression (RE2 syntax). ' +
      'Upper and lower case, full-width and half-width characters count as the same.',
    zh:
      '提示词含有其中任一词语的调用会被拒绝，不产生费用；嵌入和重排序不检查。每行一个；以 regex: 开头的行为正则表达式（RE2 语法）。' +
      '不区分大小写和全角、半角。',
  },
  card: ['sensitive', 3],
})
