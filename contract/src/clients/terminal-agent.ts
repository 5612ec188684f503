import type { Bilingual, ClientDialect, Connection, Step, System, TerminalAgent } from './client.ts'
import { commandLine, environmentStep, homePath } from './shell.ts'

interface AgentFacts extends Pick<TerminalAgent, 'id' | 'name' | 'note' | 'setup'> {
  /** At npm. */
  readonly package: string
  readonly dialects: readonly [ClientDialect, ...ClientDialect[]]
}

/** An agent that is installed by npm and set up by variables and files: the steps follow from these. */
export function terminalAgent({ package: name, ...facts }: AgentFacts): TerminalAgent {
  return {
    ...facts,
    kind: 'agent',
    steps: (connection, { system }) => [
      { kind: 'install', ...commandLine(['npm', 'install', '-g', name], system) },
      ...setupSteps(facts, connection, system),
    ],
  }
}

/** The steps of a setup, without the installation. */
function setupSteps({ setup }: Pick<AgentFacts, 'setup'>, connection: Connection, system: System): readonly Step[] {
  const { environment, files = [], command } = setup(connection)
  return [
    ...files.map(({ path, text, ...file }): Step => ({ kind: 'file', ...file, path: homePath(path, system), code: text })),
    ...(environment ? [environmentStep(environment, system)] : []),
    { kind: 'run', ...commandLine(command, system) },
  ]
}

/** Said of files of settings that hold more than this. */
export const besideOthers: Bilingual = {
  en: 'If the file already exists, add these settings to it.',
  zh: '如果文件已存在，请将以下设置并入其中。',
}

/** Settings as agents write them. */
export const jsonText = (settings: object): string => JSON.stringify(settings, null, 2)
