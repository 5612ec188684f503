// The licences of what the package brings along in its own files: they ask to be passed on with every copy.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../processes.ts'
import { readLock, shippedPackages } from '../supply-chain.ts'

const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/** Name, version and licence of each package that is bundled, and then the texts, each once with whom it is from. */
export function licenceTexts(): string {
  const lock = readLock()
  const holders = new Map<string, string[]>()
  for (const place of shippedPackages(lock)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version = '', license = '' } = lock[place] ?? {}
    const text = textsIn(join(root, place)) || `${license}. It has no text of its own.`
    holders.set(text, [...(holders.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const rule = '-'.repeat(80)
  const parts = [...holders].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}\n`)
  return [
    'The programs and pages of this package contain the following, under their own licences.\n',
    ...parts.toSorted((one, other) => one.localeCompare(other, 'en')),
  ].join(`\n${rule}\n\n`)
}

function textsIn(folder: string): string {
  const names = namesIn(folder).filter((name) => licenceFile.test(name))
  return names.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n')
}

/** None where the package is for another system, and so not installed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  } catch {
    return []
  }
}
