// Settlements that the database could not take in time are written here, on the disk, before the client gets the end of its answer
// (reliability.md 5.5). Records carry their length and a checksum, so a record that was cut off by a crash is known and left out.
// The file holds amounts and ids, never prompts or keys.
import { closeSync, existsSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { makePrivateFolder } from '../../../lib/private-files.ts'
import type { Operation } from '../operation.ts'

const HEADER_BYTES = 8
/** A full spool refuses: the ends of streams are then withheld rather than given away. */
const LIMIT_BYTES = 16 * 1024 * 1024

export interface Spool {
  /** Writes operations and answers when they are on the disk. Throws when the spool is full or the disk refuses. */
  append(operations: readonly Operation[]): void
  /** Marks this operation as stored in the database. */
  settled(operation: Operation): void
  /** Empties the file once the database has everything in it. */
  clearIfSettled(): void
  /** What a former process left behind, in order. */
  readonly leftBehind: readonly Operation[]
  close(): void
}

/** Opens the spool file, which is made if need be, readable by its owner alone. */
export function openSpool(path: string, failpoint: (name: string) => void = () => {}): Spool {
  makePrivateFolder(dirname(path))
  const { operations: leftBehind, wholeBytes } = existsSync(path) ? readRecords(readFileSync(path)) : { operations: [], wholeBytes: 0 }
  const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600)
  const unsettled = new Set(leftBehind.map(keyOf))
  let end = wholeBytes
  // What a crash cut off goes, or all that is written behind it would be taken for cut off too (K12).
  if (fstatSync(file).size > end) {
    ftruncateSync(file, end)
    fdatasyncSync(file)
  }

  return {
    leftBehind,
    append(operations) {
      const record = Buffer.concat(operations.map(printRecord))
      if (end + record.length > LIMIT_BYTES) throw new Error('the spool is full')
      // In two writes, so that the crash tests can kill the process between them: a torn record must be detected.
      const half = record.length >> 1
      writeSync(file, record, 0, half, end)
      failpoint('K12')
      writeSync(file, record, half, record.length - half, end + half)
      fdatasyncSync(file)
      end += record.length
      for (const operation of operations) unsettled.add(keyOf(operation))
    },
    settled(operation) {
      unsettled.delete(keyOf(operation))
    },
    clearIfSettled() {
      if (end === 0 || unsettled.size > 0) return
      ftruncateSync(file, 0)
      fdatasyncSync(file)
      end = 0
    },
    close() {
      closeSync(file)
    },
  }
}

/** Puts what other spool files hold, of workers that are no more, at the end of this one. What is there twice counts once. */
export function adoptSpools(path: string, others: readonly string[]): void {
  for (const other of others) {
    const bytes = readFileSync(other)
    const { wholeBytes } = readRecords(bytes)
    makePrivateFolder(dirname(path))
    const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600)
    // Behind what is whole, as a record behind one that was cut off would never be read.
    const end = existsSync(path) ? readRecords(readFileSync(path)).wholeBytes : 0
    writeSync(file, bytes, 0, wholeBytes, end)
    fdatasyncSync(file)
    closeSync(file)
    rmSync(other)
  }
}

/** Parts of one session are settled one by one. */
function keyOf(operation: Operation): string {
  return `${operation.kind} ${operation.id} ${(operation.kind === 'settle' ? operation.part : undefined) ?? 0}`
}

function printRecord(operation: Operation): Buffer {
  const body = Buffer.from(JSON.stringify(operation))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(body.length, 0)
  header.writeUInt32LE(crc32(body), 4)
  return Buffer.concat([header, body])
}

/** All whole records and how far they reach; the first truncated or corrupt one ends the list. */
function readRecords(bytes: Buffer): { operations: Operation[]; wholeBytes: number } {
  const operations: Operation[] = []
  let at = 0
  while (at + HEADER_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at)
    const body = bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)
    if (length === 0 || body.length < length || crc32(body) !== bytes.readUInt32LE(at + 4)) break
    const operation: Operation = JSON.parse(body.toString('utf8'))
    operations.push(operation)
    at += HEADER_BYTES + length
  }
  return { operations, wholeBytes: at }
}
