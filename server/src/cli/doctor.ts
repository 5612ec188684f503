import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { examineInstallation } from '../doctor/examine.ts'
import { bad, type Finding, plain, reasonOf, words } from '../doctor/finding.ts'
import type { ClientsAsked } from './doctor/clients.ts'
import { printLines } from './doctor/lines.ts'
import { readFlags } from './flags.ts'

const USAGE = `Usage: waystation doctor [--json]
       waystation doctor --channel ID [--model NAME] [--json]
       waystation doctor --token KEY [--model NAME] [--json] [--yes]
  --channel  ask a channel as Claude Code, Codex, Gemini CLI and the SDKs of OpenAI, Anthropic and Google do, and say which field of
             its answers they would not accept; tests of the channel, which nobody pays for
  --token    the same with a token, at the running server; the token pays, and the cost is said first. The key may stand in the
             environment variable DOCTOR_TOKEN, where other users of the machine do not see it: --token then has no value
  --model    which model; otherwise the one that the channel is tested with
  --json     the findings as JSON
  --yes      the cost is agreed to`

/**
 * Looks at everything that an installation needs, and changes nothing; or at what clients find at a channel or with a token.
 * Returns 1 where something is wrong, 2 when misused.
 */
export async function doctorCommand(given: readonly string[]): Promise<number> {
  const wanted = read(given)
  if (!wanted) {
    console.error(USAGE)
    return 2
  }
  if (wanted.channel !== undefined || wanted.token !== undefined) return (await import('./doctor/clients.ts')).checkClients(wanted)
  const findings = await examine()
  if (wanted.isJson) console.log(JSON.stringify({ findings: findings.map(inEnglish) }, undefined, 2))
  else print(findings)
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

/** What is wanted; undefined: misused. */
function read(given: readonly string[]): ClientsAsked | undefined {
  const { DOCTOR_TOKEN } = process.env
  const lacksKey = (at: number) => given[at] === '--token' && (given[at + 1] ?? '--').startsWith('--')
  const words = given.map((word, at) => (DOCTOR_TOKEN && lacksKey(at) ? `--token=${DOCTOR_TOKEN}` : word))
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { channel: text, token: text, model: text, json: flag, yes: flag }
  const found = readFlags(() => parseArgs({ args: words, options, tokens: true }))
  if (!found) return undefined
  const { json: isJson = false, yes: isAgreed = false, ...asked } = found.values
  const { channel, token, model } = asked
  if (channel === '' || token === '' || model === '') return undefined
  if (channel !== undefined && token !== undefined) return undefined
  if (model !== undefined && channel === undefined && token === undefined) return undefined
  if (channel !== undefined && !/^\d{1,9}$/.test(channel)) return undefined
  return { ...asked, isJson, isAgreed }
}

async function examine(): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>
  try {
    config = readConfig(process.env)
  } catch (error) {
    const check = words('Configuration', '配置')
    return [bad(check, plain(reasonOf(error)), words('See the table of variables in the README.', '请查看 README 中的变量表。'))]
  }
  return examineInstallation(config)
}

const inEnglish = ({ check, state, says, advice }: Finding) => ({
  check: check.en,
  state,
  says: says.en,
  ...(advice ? { advice: advice.en } : {}),
})

const MARKS = { good: '✓', note: '·', warning: '!', bad: '✗' } as const

function print(findings: readonly Finding[]): void {
  const shown = findings.map(inEnglish)
  printLines(shown.map(({ check: name, state, ...more }) => ({ mark: MARKS[state], name, ...more })))
  const count = (state: Finding['state']) => shown.filter((finding) => finding.state === state).length
  console.log(`\n${count('bad')} faults, ${count('warning')} warnings, ${count('good')} checks in order.`)
}
