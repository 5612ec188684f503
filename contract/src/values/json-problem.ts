import type { Words } from '../errors.ts'

/** Longest text of the parser's own words, in characters. */
const QUOTED_MAX = 200

/** Why JSON.parse refused a text. Its message is in English, so the Chinese one names only the position. */
export function jsonProblem(error: unknown): Words {
  const en = error instanceof SyntaxError ? error.message.slice(0, QUOTED_MAX) : 'not JSON'
  const position = / position (\d+)/.exec(en)?.[1]
  if (position !== undefined) return { zh: `第 ${Number(position) + 1} 个字符处有误`, en }
  return { zh: /^Unexpected end/.test(en) ? '内容不完整' : '无法解析', en }
}
