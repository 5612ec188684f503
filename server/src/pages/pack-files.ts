// Packs the files of the console's build, once, as closely as can be: they are then served as they lie there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and pictures are packed already. */
const PACKED = /\.(js|css|svg|json|txt|webmanifest)$/
/** Below this the names of the headers cost as much as is saved. */
const MIN_BYTES = 256

/** Writes beside each file one packed with Brotli and one with gzip, where that is shorter. */
export async function packFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => PACKED.test(name))
  await Promise.all(names.map((name) => packFile(join(folder, name))))
}

async function packFile(path: string): Promise<void> {
  const bytes = readFileSync(path)
  if (bytes.length < MIN_BYTES) return
  const hints = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params: hints }), promisify(gzip)(bytes, { level: 9 })])
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br)
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz)
}
