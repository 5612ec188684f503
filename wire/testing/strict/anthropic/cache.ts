// Cache marks: how many, and in which order of their lifetimes.
import { isObject, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, objectsOf, type Rule } from './call.ts'

type Mark = { at: string; ttl: unknown }

export const cacheRules: readonly Rule[] = [
  rule('cache-mark-count', 'https://github.com/Wei-Shaw/sub2api/issues/176', (call) => {
    const { length } = marksOf(call)
    return length > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${length}.` : undefined
  }),
  rule('cache-mark-order', 'https://github.com/cnighswonger/claude-code-cache-fix/issues/44 (2026-04-19)', (call) => {
    const marks = marksOf(call)
    const short = marks.findIndex(({ ttl }) => ttl !== '1h')
    const late = marks.find(({ ttl }, index) => ttl === '1h' && short >= 0 && index > short)
    if (!late) return undefined
    return `${late.at}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`
  }),
]

/** The marks in the order in which the vendor reads them. */
function marksOf({ body, tools, turns }: Call): readonly Mark[] {
  const inTurns = turns.flatMap(({ blocks, index }) => marksIn(`messages.${index}.content`, blocks))
  return [...marksIn('tools', tools), ...marksIn('system', objectsOf(body.system)), ...inTurns]
}

function marksIn(at: string, blocks: readonly JsonObject[]): readonly Mark[] {
  return blocks.flatMap((block, index) => {
    const here = `${at}.${index}`
    const own = isObject(block.cache_control) ? [{ at: here, ttl: block.cache_control.ttl }] : []
    return [...marksIn(`${here}.content`, objectsOf(block.content)), ...own]
  })
}
