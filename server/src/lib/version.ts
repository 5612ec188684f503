import { readFileSync } from 'node:fs'

/** The version of the product, of its package. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return version
}
