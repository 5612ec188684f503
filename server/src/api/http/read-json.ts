// The body of a console call as JSON. A body that nests too deep, would reach an object's prototype, or holds what a database cannot store,
// is refused before it is decoded (control 50).
import { AppError, type Words } from '@waystation/contract/errors'
import { jsonProblem } from '@waystation/contract/values/json-problem'

/** Objects and lists within each other, at most (control 40). */
const DEEPEST = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * The value of a body; an empty form when there is none.
 * @throws AppError bad_json, too_deep or bad_request
 */
export function readJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return {}
  assertShallow(bytes)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new AppError('bad_json', { detail: jsonProblem(error) })
  }
  assertHarmless(value)
  return value
}

/** Counts brackets outside texts, so that nesting is known before anything is built. */
function assertShallow(bytes: Buffer): void {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPENING.has(byte)) {
      depth += 1
      if (depth > DEEPEST) throw new AppError('too_deep', { limit: DEEPEST })
    } else if (CLOSING.has(byte)) depth -= 1
  }
}

function assertHarmless(value: unknown): void {
  assertHarmlessKeys(value)
  forEachText(value, (text) => {
    assertText(text)
    assertHarmlessText(text)
  })
}

function assertHarmlessKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw new AppError('bad_request', { detail: keyRefused('__proto__') })
    if (key === 'constructor' && typeof item === 'object' && item !== null && Object.hasOwn(item, 'prototype')) {
      throw new AppError('bad_request', { detail: keyRefused('constructor.prototype') })
    }
    assertHarmlessKeys(item)
  }
}

const keyRefused = (key: string): Words => ({ zh: `不允许使用键 ${key}`, en: `the key ${key} is not allowed` })

/** Calls with every key and every text. */
function forEachText(value: unknown, look: (text: string) => void): void {
  if (typeof value === 'string') look(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) look(key)
    forEachText(item, look)
  }
}

/** Settings and maps travel as JSON text inside a field; the same rules apply to their content. */
function assertHarmlessText(text: string): void {
  if (!/^\s*[[{]/.test(text)) return
  assertShallow(Buffer.from(text))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON: just a text that begins with a bracket.
    return
  }
  // One level of JSON text inside JSON: deeper levels are never parsed.
  if (typeof value === 'object' && value !== null) assertHarmlessKeys(value)
}

/**
 * Texts are stored, and PostgreSQL cannot store NUL.
 * @throws AppError bad_request
 */
export function assertText(text: string): void {
  if (text.includes('\0'))
    throw new AppError('bad_request', { detail: { zh: '文本不能包含空字符（NUL）', en: 'a text must not contain the NUL character' } })
}
