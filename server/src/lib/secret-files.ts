// Secrets that are given as files, as containers and services are given them: NAME_FILE in the place of NAME.
import { readFileSync } from 'node:fs'
import { errorCode } from './fields.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Variables that may hold a secret. MASTER_KEY is not among them: its file is made at the first start, and read where it is made
 * (`loadMasterKey`).
 */
export const secretVariables = [
  'DATABASE_URL',
  'REDIS_URL',
  'METRICS_TOKEN',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/**
 * The environment with the contents of the files that it names, without one line end.
 * @throws Error with words for the operator where a file cannot be read or is empty, or where a variable is given both ways
 */
export function withSecretFiles(env: Environment): Environment {
  const read: Record<string, string> = {}
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(givenTwice(name))
    read[name] = secretIn(path, `${name}_FILE`)
  }
  if (env.MASTER_KEY && env.MASTER_KEY_FILE) throw new Error(givenTwice('MASTER_KEY'))
  return Object.keys(read).length === 0 ? env : { ...env, ...read }
}

const givenTwice = (name: string) => `${name} and ${name}_FILE are both set: leave one of them out`

/**
 * What a file with a secret holds, without its line end.
 * @param name what names the file, for the message
 * @throws Error with words for the operator where it cannot be read or is empty
 */
export function secretIn(path: string, name: string): string {
  const text = textOf(path, name).replace(/\r?\n$/, '')
  if (text === '') throw new Error(`the file ${path}, which ${name} names, is empty`)
  return text
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    const why = reasons.get(code) ?? `cannot be read (${code})`
    throw new Error(`the file ${path}, which ${name} names, ${why}`)
  }
}

const reasons = new Map([
  ['ENOENT', 'is not there'],
  ['EACCES', 'may not be read by the user that Waystation runs as'],
  ['EISDIR', 'is a folder'],
])
