// What lies in the data folder (conversations, keys, balances) is its owner's alone: 0700 and 0600.
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077

/** Makes a folder that only its owner can read. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
}

/**
 * Makes an empty file that only its owner can read, unless it exists. Programs that open a file themselves leave its mode as it is, and
 * SQLite gives the same mode to the files that it creates next to it.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE))
}

/**
 * Takes folders and files that are there away from everybody but their owner; gives those where that failed, such as on a disk that has no
 * owners, or where they belong to another user. Links are left alone.
 */
export function tighten(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const facts = lstatSync(path, { throwIfNoEntry: false })
    if (!facts || facts.isSymbolicLink() || (facts.mode & OTHERS) === 0) return false
    try {
      chmodSync(path, facts.isDirectory() ? FOLDER_MODE : FILE_MODE)
      return (lstatSync(path).mode & OTHERS) !== 0
    } catch {
      return true
    }
  })
}
