// `waystation config export | plan | apply`: what an installation is set to, as a file that is kept and reviewed.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { rememberMasterKey } from '../domain/setup/master-key.ts'
import { isAgreed } from './agreed.ts'
import { applyShown } from './config/apply.ts'
import { ConfigDocument } from './config/document.ts'
import { exportText } from './config/export.ts'
import { type Installation, openInstallation } from './config/installation.ts'
import { makePlan, type Plan, planJson } from './config/plan.ts'
import { planLines, problemLines } from './config/plan-text.ts'
import { openReferences } from './config/references.ts'
import { readFlags } from './flags.ts'
import { runWithSecrets } from './open.ts'

const USAGE = `Usage: waystation config export [FILE]          settings and channels as YAML, without secrets; without FILE it is printed
       waystation config plan FILE [--json]      what the file would change, and everything that is wrong in it
       waystation config apply FILE [--yes]      change it, after showing the same and asking
  --json  the plan as JSON
  --yes   apply without asking
What the file does not name stays as it is. docs/configuration-file.md tells more.
Exit codes: 0 nothing to change, or done; 1 an error; 2 misuse; 3 there are changes, which were not made.`

const [OK, FAILED, MISUSED, DIFFERENT] = [0, 1, 2, 3]

/** May run beside a working server on any database; the server takes over within seconds what is applied. */
export async function configCommand(given: readonly string[]): Promise<number> {
  const work = read(given)
  if (work) return work()
  console.error(USAGE)
  return MISUSED
}

/** What to do; undefined: misused. */
function read(given: readonly string[]): (() => Promise<number>) | undefined {
  const options = { json: { type: 'boolean' }, yes: { type: 'boolean' } } as const
  const found = readFlags(() => parseArgs({ args: [...given], options, allowPositionals: true, tokens: true }))
  if (!found || found.positionals.length > 2) return undefined
  const { json: isJson = false, yes: isYes = false } = found.values
  const [action, file] = found.positionals
  if (action === 'export' && !isJson && !isYes) {
    return () => runWithSecrets(async (database, secrets) => write(file, await openInstallation(database, secrets)))
  }
  if (file === undefined) return undefined
  if (action === 'plan' && !isYes) return () => runOnFile(file, (work) => plan(work, isJson))
  if (action !== 'apply' || isJson) return undefined
  if (isYes || process.stdin.isTTY) return () => runOnFile(file, (work) => apply(work, isYes))
  return async () => {
    console.error('Nothing was changed: there is no terminal to ask at. Agree with --yes.')
    return MISUSED
  }
}

async function write(file: string | undefined, installation: Installation): Promise<number> {
  const { text, ambiguous } = await exportText(installation)
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
  for (const name of ambiguous) console.error(`Left out: several channels are called ${JSON.stringify(name)}. Give each a name of its own.`)
  return OK
}

/** A file and the installation that it is compared with. */
interface Work {
  readonly file: string
  readonly installation: Installation
  /** What the file would change now; undefined, with `problems` told, where something is wrong in it. */
  plan(): Promise<Plan | undefined>
  readonly problems: ConfigDocument['problems']
  /** Before anything is sealed. */
  begin(): Promise<void>
}

function runOnFile(file: string, run: (work: Work) => Promise<number>): Promise<number> {
  const document = new ConfigDocument(readFileSync(file, 'utf8'))
  const references = openReferences(process.env, dirname(file))
  return runWithSecrets(async (database, secrets) => {
    const installation = await openInstallation(database, secrets)
    return run({
      ...{ file, installation, problems: document.problems },
      plan: () => makePlan(document, installation, references),
      begin: () => rememberMasterKey(database, secrets),
    })
  })
}

async function plan(work: Work, isJson: boolean): Promise<number> {
  const made = await work.plan()
  if (isJson) console.log(JSON.stringify(made ? planJson(made) : { problems: work.problems }, undefined, 2))
  else print(made, work)
  return made ? (isNothing(made) ? OK : DIFFERENT) : FAILED
}

async function apply(work: Work, isYes: boolean): Promise<number> {
  const { installation } = work
  const shown = await work.plan()
  print(shown, work)
  if (!shown || isNothing(shown)) return shown ? OK : FAILED
  if (!isYes && !(await isAgreed())) {
    console.error('Nothing was changed.')
    return DIFFERENT
  }
  await work.begin()
  try {
    if (!(await applyShown(shown, { installation, again: work.plan }, (line) => console.log(line)))) {
      console.error('Nothing was changed: somebody else changed something meanwhile. Look at it again.')
      return FAILED
    }
  } catch (error) {
    console.error('A second run does the rest. The reason:')
    throw error
  }
  console.log('Done. A running server takes this over within seconds.')
  return OK
}

const isNothing = ({ options, channels }: Plan): boolean => options.length + channels.length === 0

function print(made: Plan | undefined, { file, problems }: Work): void {
  if (made) for (const line of planLines(made)) console.log(line)
  else for (const line of problemLines(problems, file)) console.error(line)
}
