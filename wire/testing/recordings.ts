// The recorded answers of real providers: read in place, never copied. Where they are absent the tests skip with a notice.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../src/encoding/json.ts'

export interface Recording {
  /** `<folder>/<file>`. */
  readonly name: string
  readonly folder: string
  /** A stream: its events in order. */
  readonly chunks?: readonly string[]
  /** A whole answer: its body. */
  readonly body?: string
}

const root = process.env.WAYSTATION_FIXTURES ?? fileURLToPath(new URL('../../../shared/fixtures', import.meta.url))

/** The recordings in these folders; an empty list, and a notice, where there are none. */
export function recordings(folders: readonly string[]): Recording[] {
  const base = join(root, 'recorded')
  if (!existsSync(base)) {
    console.warn(`no recorded answers at ${base}: the laws are tested on hand-written fixtures only`)
    return []
  }
  return folders.flatMap((folder) => {
    const files = readdirSync(join(base, folder)).sort()
    return files.map((file): Recording => {
      const text = readFileSync(join(base, folder, file), 'utf8')
      const name = `${folder}/${file}`
      if (file.endsWith('.chunks.txt')) return { name, folder, chunks: text.split('\n').filter((line) => line.trim() !== '') }
      return { name, folder, body: text }
    })
  })
}

/** Parses an object. */
export function object(text: string): JsonObject {
  return JSON.parse(text) as JsonObject
}
