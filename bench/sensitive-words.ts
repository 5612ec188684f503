// What does it cost a call that the admin has listed sensitive words, and how long may an expression that would run away elsewhere hold up
// everybody else? Asked of the check itself, in this process: beside a whole call it is too small to be measured.
import { availableParallelism, loadavg } from 'node:os'
import { sensitiveWords as wordsOption } from '@waystation/contract/options/sensitive-words'
import { SensitiveWords } from '../server/src/gateway/admit/sensitive-words.ts'
import type { Caller, OptionReader } from '../server/src/gateway/caller.ts'
import { localInvalidation } from '../server/src/lib/shared/invalidation.ts'
import { measured } from './lib/measure.ts'
import { watchTurns } from './lib/turns.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const PROMPT_BYTES = 10 * 1024
const CHECKS = 2000
const GOAL_MICROSECONDS = 50
const GOAL_TURN_MS = 50

const english = 'The quick brown fox jumps over the lazy dog while I explain how a gateway for models works, and what it costs. '
const chinese = '驿站是古代供传递文书的人中途更换马匹或休息住宿的地方，现在它替你把请求转交给各家模型。'

export const sensitiveWords: Question = {
  number: 17,
  title: 'Sensitive words in prompts',
  async ask(options) {
    const prompts = [
      ['10 KB of English', english.repeat(PROMPT_BYTES).slice(0, PROMPT_BYTES)],
      ['10 KB of Chinese', chinese.repeat(PROMPT_BYTES).slice(0, PROMPT_BYTES / 3)],
    ] as const
    const [load = 0] = loadavg()
    const facts = { note: `load ${load.toFixed(1)}`, ...(load > availableParallelism() ? { unclear: 'the machine is busy' } : {}) }
    const rows: Row[] = []
    for (const [name, text] of prompts) {
      const subject = await timeOf(wordList(), text, CHECKS, options)
      rows.push({ what: `5,000 words, ${name}`, unit: 'µs CPU', subject, judged: subject, goal: GOAL_MICROSECONDS, ...facts })
      const patterns = await timeOf(patternList(), text, CHECKS / 10, options)
      rows.push({ what: `100 expressions in a thread, ${name}`, unit: 'µs CPU', subject: patterns, judged: patterns })
    }
    const turn = await longestTurn(options)
    const what = 'the longest turn of the event loop, with (a+)+$ and 4 MB'
    return [...rows, { what, unit: 'ms CPU', subject: turn, judged: turn, goal: GOAL_TURN_MS }]
  },
}

const caller = { user: { id: 1 }, tokenName: 'bench' } as Caller

function wordsOf(lines: readonly string[]): SensitiveWords {
  const options: OptionReader = { get: (option) => (option.key === wordsOption.key ? (lines as typeof option.default) : option.default) }
  return new SensitiveWords({ options, invalidation: localInvalidation(), log: { warn: () => {}, error: console.error } })
}

/** Microseconds of this thread's CPU for one check. */
async function timeOf(lines: readonly string[], text: string, checks: number, { rounds }: BenchOptions) {
  const words = wordsOf(lines)
  const check = () => words.assertNoneIn([text], { id: 'bench' }, caller)
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const { user, system } = process.threadCpuUsage()
    for (let at = 0; at < checks; at++) await check()
    const taken = process.threadCpuUsage({ user, system })
    // The first round only warms up.
    if (round > 0) times.push((taken.user + taken.system) / checks)
  }
  await words.close()
  return measured(times)
}

async function longestTurn({ rounds }: BenchOptions) {
  const words = wordsOf(['regex:(a+)+$', 'regex:(x+x+)+y'])
  const turns: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const text = `${'a'.repeat(2_000_000)}!${'x'.repeat(2_000_000)}${round}`
    const watch = watchTurns()
    await words.assertNoneIn([text], { id: 'bench' }, caller)
    if (round > 0) turns.push(watch.stop())
    else watch.stop()
  }
  await words.close()
  return measured(turns)
}

const SYLLABLES = ['ka', 'ro', 'mi', 'ten', 'lo', 'sa', 'ver', 'dun', 'pi', 'or', 'gal', 'ex', 'th', 'in', 'ce', 'bru'] as const

/** Made up, the same each time: four thousand of letters, which begin as many words do, and a thousand of Chinese. */
function wordList(): readonly string[] {
  const latin = Array.from({ length: 4000 }, (_, at) => [at, at >> 4, at >> 8, at >> 3].map((part) => SYLLABLES[part % 16]).join(''))
  const han = Array.from({ length: 1000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7) % 3000), 0x4e00 + ((at * 31) % 3000)))
  return [...latin, ...han]
}

const patternList = (): readonly string[] =>
  Array.from({ length: 100 }, (_, at) => `regex:(buy|sell)\\s+(cheap|fast)\\s+${SYLLABLES[at % 16]}${at}`)
