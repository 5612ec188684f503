// The file of a backup: lines of JSON in gzip. A head, each table with its rows, and an end with counts and a checksum: a file that was cut off, or in
// which a byte was changed, is known before anything is restored from it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

const FORMAT = 1

const Head = z.object({
  waystation: z.literal('backup'),
  format: z.number(),
  /** Of the product that made it. */
  version: z.string(),
  /** Unix milliseconds of the moment that it shows. */
  at: z.number(),
  kind: z.string(),
  /** The migrations that the database had seen. */
  steps: z.array(z.string()),
  /** Of the master key that its secrets are sealed with; not the key. */
  key: z.string(),
})
export type BackupHead = z.output<typeof Head>

export type BackupValue = string | number | null

/** A table, which the rows that follow belong to. */
const Table = z.object({ table: z.string(), columns: z.array(z.string()) })
export type BackupTable = z.output<typeof Table>

export type BackupLine = { readonly of: BackupTable } | { readonly row: readonly BackupValue[] }

/** What was written, or read. */
export interface BackupSums {
  readonly tables: number
  readonly rows: number
}

/** `sha256`: of all lines before, each with its line end. */
const End = z.object({ tables: z.number(), rows: z.number(), sha256: z.string() })
type BackupEnd = z.output<typeof End>

/** Writes a backup beside its name, and gives it the name when it is whole. Throws what `lines` throws; then there is no file. */
export async function writeBackup(
  path: string,
  head: Omit<BackupHead, 'waystation' | 'format'>,
  lines: AsyncIterable<BackupLine>,
): Promise<BackupSums> {
  const partial = `${path}.part`
  const gzip = createGzip({ level: 6 })
  const file = gzip.pipe(createWriteStream(partial, { mode: 0o600 }))
  const digest = createHash('sha256')
  const put = async (value: object) => {
    const line = `${JSON.stringify(value)}\n`
    digest.update(line)
    if (!gzip.write(line)) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  const done = finished(file)
  // A full disk ends the writing below; what it threw is thrown there.
  done.catch(() => {})
  try {
    await put({ waystation: 'backup', format: FORMAT, ...head } satisfies BackupHead)
    let [tables, rows] = [0, 0]
    for await (const line of lines) {
      if (file.errored) throw file.errored
      if ('of' in line) tables += 1
      else rows += 1
      await put('of' in line ? line.of : line.row)
    }
    gzip.end(`${JSON.stringify({ tables, rows, sha256: digest.digest('hex') } satisfies BackupEnd)}\n`)
    await done
    await rename(partial, path)
    return { tables, rows }
  } catch (error) {
    gzip.destroy()
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Reads a whole backup without using it.
 * @throws Error with words for the operator where it is none, is of a later format, was cut off or was changed
 */
export async function checkBackup(path: string): Promise<{ head: BackupHead } & BackupSums> {
  let head: BackupHead | undefined
  let sums: BackupSums | undefined
  for await (const { value, digest } of linesOf(path)) {
    if (!head) head = headOf(value, path)
    else if (sums) throw new Error(`${path} goes on after its end.`)
    else if (!isRow(value) && isEnd(value)) {
      if (value.sha256 !== digest()) throw new Error(`${path} was changed after it was written: its checksum does not agree.`)
      sums = { tables: value.tables, rows: value.rows }
    }
  }
  if (!head || !sums) throw new Error(`${path} has no end: it was cut off when it was written or copied.`)
  return { head, ...sums }
}

/** The tables and rows of a backup that was checked. */
export async function* readBackup(path: string): AsyncIterable<BackupLine> {
  let isFirst = true
  for await (const { value } of linesOf(path)) {
    if (!isFirst && isRow(value)) yield { row: value }
    else if (!isFirst && !isEnd(value)) yield { of: Table.parse(value) }
    isFirst = false
  }
}

/** Lines with the checksum of those before. */
async function* linesOf(path: string): AsyncIterable<{ value: unknown; digest: () => string }> {
  const hash = createHash('sha256')
  const text = createGunzip()
  const read = pipeline(createReadStream(path), text)
  read.catch(() => {})
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      let value: unknown
      try {
        value = JSON.parse(line)
      } catch {
        throw new Error(`${path} is not a backup of Waystation, or it was cut off.`)
      }
      yield { value, digest: () => hash.copy().digest('hex') }
      hash.update(`${line}\n`)
    }
    await read
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`There is no file ${path}.`)
    if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new Error(`${path} is not a backup of Waystation, or it was cut off or changed (${message}).`)
    throw error
  }
}

const isRow = (value: unknown): value is readonly BackupValue[] => Array.isArray(value)
const isEnd = (value: unknown): value is BackupEnd => End.safeParse(value).success

function headOf(value: unknown, path: string): BackupHead {
  const { success, data: head } = Head.safeParse(value)
  if (!success) throw new Error(`${path} is not a backup of Waystation.`)
  if (head.format !== FORMAT)
    throw new Error(`${path} is a backup of format ${head.format}, which version ${head.version} made: restore it with that version.`)
  return head
}
