// The lines for every client on every system contain address, key and model, and a real shell parses their quoting correctly.
import { execFileSync } from 'node:child_process'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { type Client, type ClientDialect, type Connection, type Step, type System, systems } from './client.ts'
import { clients } from './clients.ts'

const url = 'https://gate.example/base'
const key = 'sk-0123456789'
const usual = { url, key, model: 'gpt-6-sol', prompt: 'Introduce yourself' }
/** What no line may let loose. */
const odd = { url, key, model: `it's "$HOME" \\ %PATH%`, prompt: `what's "$(id)"?\nAnd 你好` }

interface Cell {
  readonly client: Client
  readonly dialect: ClientDialect
  readonly system: System
}

const cells: readonly Cell[] = clients.flatMap((client) =>
  client.dialects.flatMap((dialect) => systems.map((system) => ({ client, dialect, system }))),
)
const named = cells.map((cell): [string, Cell] => [`${cell.client.name}, ${cell.dialect}, ${cell.system}`, cell])

type Facts = Omit<Connection, 'dialect'> & { readonly prompt: string }
const stepsOf = ({ client, dialect, system }: Cell, { prompt, ...facts }: Facts = usual) =>
  client.steps({ ...facts, dialect }, { system, prompt })

/** Every text that is there to be copied. */
function textsOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'environment':
      return [step.now.code, step.always.code]
    case 'fields':
      return step.fields.map(({ value }) => value)
    case 'code':
      return step.samples.map(({ code }) => code)
    default:
      return [step.code]
  }
}

/** The one step of a kind. */
function stepOf<Kind extends Step['kind']>(id: string, kind: Kind, system: System, facts: Facts = usual, at = 0) {
  const client = clients.find((one) => one.id === id)
  if (!client) throw new Error(`there is no client ${id}`)
  const steps = stepsOf({ client, dialect: client.dialects[at] ?? client.dialects[0], system }, facts)
  const found = steps.filter((step): step is Extract<Step, { kind: Kind }> => step.kind === kind)
  expect(found).toHaveLength(1)
  return found[0]!
}

/** Runs a script as people's shells do, without anything of this process. */
const inShell = (script: string, input = ''): string =>
  execFileSync('sh', ['-c', script], { input, encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })

test('all the clients are there, each once', () => {
  expect(clients.map(({ id }) => id)).toEqual([
    ...['claude-code', 'codex', 'gemini-cli', 'opencode', 'qwen-code', 'cline'],
    ...['cursor', 'cherry-studio', 'lobe-chat', 'open-webui', 'dify'],
    ...['curl', 'openai-sdk', 'anthropic-sdk', 'google-sdk'],
  ])
})

describe.each(named)('%s', (_, cell) => {
  test('is told the address, the key and the model, and nothing that was not filled in', () => {
    const text = stepsOf(cell).flatMap(textsOf).join('\n')
    for (const fact of [url, key, usual.model]) expect(text).toContain(fact)
    expect(text).not.toMatch(/undefined|\[object|NaN/)
  })

  test('reads differently on Windows, where it says that it differs', () => {
    const here = JSON.stringify(stepsOf(cell))
    const there = JSON.stringify(stepsOf({ ...cell, system: cell.system === 'windows' ? 'linux' : 'windows' }))
    // A list of fields or a library's call may stand beside what differs.
    if (cell.client.isSameEverywhere) expect(there).toBe(here)
    else expect(there).not.toBe(here)
  })

  test('has files of JSON that can be read, whatever the model is called', () => {
    for (const step of stepsOf(cell, odd)) {
      if (step.kind === 'file' && step.language === 'json') expect(JSON.stringify(JSON.parse(step.code))).toContain('{')
    }
  })
})

describe('variables', () => {
  test.each(['linux', 'macos'] as const)('reach the program on %s as they are meant', (system) => {
    const { now, always } = stepOf('claude-code', 'environment', system, odd)
    const wanted = `${url}\n${key}\n${odd.model}\n`
    const print = 'printf "%s\\n" "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$ANTHROPIC_MODEL"'
    expect(inShell(`${now.code}\n${print}`)).toBe(wanted)
    // For good: what is written to the file that shells read is what they are to run.
    const file = always.code.replace(/^cat >> \S+/, 'cat')
    expect(inShell(file)).toBe(`${now.code}\n`)
    expect(always.code).toContain(system === 'macos' ? '~/.zshrc' : '~/.bashrc')
  })

  test('on Windows are quoted as PowerShell does', () => {
    const { now, always } = stepOf('claude-code', 'environment', 'windows', odd)
    expect(now.code).toContain(`$env:ANTHROPIC_MODEL = 'it''s "$HOME" \\ %PATH%'`)
    expect(always.code).toContain(`[Environment]::SetEnvironmentVariable('ANTHROPIC_BASE_URL', '${url}', 'User')`)
  })

  test('of Qwen Code are those of its dialect', () => {
    const first = stepOf('qwen-code', 'environment', 'linux').now.code
    expect(first).toBe(`export OPENAI_BASE_URL='${url}/v1'\nexport OPENAI_API_KEY='${key}'`)
    expect(stepOf('qwen-code', 'environment', 'linux', usual, 2).now.code).toContain("export ANTHROPIC_MODEL='gpt-6-sol'")
    expect(stepOf('qwen-code', 'run', 'linux', usual, 3).code).toBe('qwen --auth-type gemini -m gpt-6-sol')
  })
})

test('packages are named so that both shells take the name as it is', () => {
  expect(stepOf('claude-code', 'install', 'linux').code).toBe('npm install -g @anthropic-ai/claude-code')
  expect(stepOf('claude-code', 'install', 'windows').code).toBe("npm install -g '@anthropic-ai/claude-code'")
  expect(stepOf('gemini-cli', 'run', 'windows', odd).code).toBe(`gemini -m 'it''s "$HOME" \\ %PATH%'`)
  expect(inShell(`gemini() { printf %s "$2"; }\n${stepOf('gemini-cli', 'run', 'macos', odd).code}`)).toBe(odd.model)
})

describe('files', () => {
  test('stand below the home, as the system writes it', () => {
    expect(stepOf('codex', 'file', 'linux').path).toBe('~/.codex/config.toml')
    expect(stepOf('codex', 'file', 'windows').path).toBe('%USERPROFILE%\\.codex\\config.toml')
    expect(stepOf('opencode', 'file', 'macos').path).toBe('~/.config/opencode/opencode.json')
  })

  test('of Codex name the model before any table, and end in the table of the provider', () => {
    const { code } = stepOf('codex', 'file', 'linux')
    expect(code).toMatch(/^model = "gpt-6-sol"\nmodel_provider = "waystation"\n\n\[model_providers\.waystation\]\n[^[]*$/)
    expect(code).toContain(`base_url = "${url}/v1"`)
    expect(code).not.toContain(key)
  })

  test.each([
    [0, '@ai-sdk/openai-compatible', 'v1'],
    [1, '@ai-sdk/openai', 'v1'],
    [2, '@ai-sdk/anthropic', 'v1'],
    [3, '@ai-sdk/google', 'v1beta'],
  ])('of OpenCode name the library of dialect %i', (at, npm, version) => {
    const settings: unknown = JSON.parse(stepOf('opencode', 'file', 'linux', usual, at).code)
    expect(settings).toMatchObject({
      model: 'waystation/gpt-6-sol',
      provider: { waystation: { npm, options: { baseURL: `${url}/${version}`, apiKey: key } } },
    })
  })
})

describe('curl', () => {
  const curl = clients.find(({ id }) => id === 'curl')!

  test.each(curl.dialects)('at %s says what it is told to, whatever is in it', (dialect) => {
    const [step] = stepsOf({ client: curl, dialect, system: 'linux' }, odd)
    if (step?.kind !== 'run') throw new Error('there is no command')
    const words = inShell(`curl() { printf '%s\\0' "$@"; }\n${step.code}`).split('\0')
    expect(words[0]).toMatch(`${url}/v1`)
    const body = JSON.stringify(JSON.parse(words[words.indexOf('-d') + 1] ?? ''))
    expect(body).toContain(JSON.stringify(odd.prompt))
    expect(words.join('\n')).toContain(key)
  })

  test('is PowerShell’s own request on Windows', () => {
    const { code, language } = stepOf('curl', 'run', 'windows')
    expect(language).toBe('powershell')
    expect(code).toContain(`Invoke-RestMethod '${url}/v1/chat/completions' -Method Post`)
    expect(code).toContain(`'Authorization' = 'Bearer ${key}'`)
  })
})

describe.each(['openai-sdk', 'anthropic-sdk', 'google-sdk'])('%s', (id) => {
  const { samples } = stepOf(id, 'code', 'linux', odd)

  test('has four languages, each with the same texts', () => {
    expect(samples.map(({ label }) => label)).toEqual(['Python', 'Node.js', 'Go', 'Java'])
    for (const { code } of samples) for (const fact of [odd.model, odd.prompt, key]) expect(code).toContain(JSON.stringify(fact))
  })

  test('is right by its grammar where there is one at hand', () => {
    expect(parseSync('sample.mjs', samples[1]?.code ?? '').errors).toEqual([])
  })
})
