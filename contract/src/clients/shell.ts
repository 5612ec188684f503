// The lines of a shell, quoted so that nothing in an address, a key or a model's name is read by it.
import type { AgentSetup, Sample, Step, System } from './client.ts'

type Environment = NonNullable<AgentSetup['environment']>

/** A word of a POSIX shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** A word of PowerShell. */
export const powerShellQuoted = (word: string): string => `'${word.replaceAll("'", "''")}'`

/** What a shell takes as it stands. To PowerShell an at sign and a comma mean something. */
const plain = { shell: /^[\w./:@%+=,-]+$/, powershell: /^[\w./:+-]+$/ } as const

/** A command with its arguments, in quotes only where it needs them. */
export function commandLine(words: readonly string[], system: System): Sample {
  const language = shellOf(system)
  const quote = system === 'windows' ? powerShellQuoted : quoted
  const code = words.map((word) => (plain[language].test(word) ? word : quote(word))).join(' ')
  return { language, code }
}

/** The files that shells read when they open. */
const startFiles = { linux: '~/.bashrc', macos: '~/.zshrc' } as const

/** Variables, for the terminal that is open and for every one that is opened. */
export function environmentStep(environment: Environment, system: System): Step {
  const entries = Object.entries(environment)
  if (system === 'windows') {
    const now = entries.map(([name, value]) => `$env:${name} = ${powerShellQuoted(value)}`)
    const always = entries.map(([name, value]) => `[Environment]::SetEnvironmentVariable('${name}', ${powerShellQuoted(value)}, 'User')`)
    return { kind: 'environment', now: powerShell(now), always: powerShell(always) }
  }
  const lines = entries.map(([name, value]) => `export ${name}=${quoted(value)}`)
  return {
    kind: 'environment',
    now: { language: 'shell', code: lines.join('\n') },
    always: { language: 'shell', code: [`cat >> ${startFiles[system]} <<'END'`, ...lines, 'END'].join('\n') },
  }
}

/** A file below the user's home, as its system writes it. */
export function homePath(path: string, system: System): string {
  return system === 'windows' ? `%USERPROFILE%\\${path.replaceAll('/', '\\')}` : `~/${path}`
}

export const shellOf = (system: System): 'shell' | 'powershell' => (system === 'windows' ? 'powershell' : 'shell')

const powerShell = (lines: readonly string[]): Sample => ({ language: 'powershell', code: lines.join('\n') })
