// When a test fails, its output ends with the last calls that it made: to what, with what, and what came back.
import { onTestFailed, TestRunner } from 'vitest'

const KEPT_CALLS = 5
const MAX_CHARACTERS = 600

export interface NotedCall {
  /** Of the server; or what it is. */
  readonly where: string
  /** Method and path. */
  readonly line: string
  readonly sent?: unknown
  readonly status: number | undefined
  readonly answer: string
}

/** What servers are, by their addresses. */
const names = new Map<string, string>()
const callsOf = new WeakMap<object, NotedCall[]>()

/** Lets failures name the server at this address. @param name such as `world on postgres` */
export const nameServer = (url: string, name: string): void => void names.set(url, name)

/** Notes a call of the running test; outside of one nothing is noted. */
export function noteCall(call: NotedCall): void {
  const test = TestRunner.getCurrentTest()
  if (!test) return
  const calls = callsOf.get(test) ?? []
  if (calls.length === 0) {
    callsOf.set(test, calls)
    onTestFailed(() => console.error(`the last calls of this test:\n${calls.map(wordsOf).join('\n')}`))
  }
  calls.push(call)
  if (calls.length > KEPT_CALLS) calls.shift()
}

function wordsOf({ where, line, sent, status, answer }: NotedCall): string {
  const words = sent === undefined ? '' : shortened(typeof sent === 'string' ? sent : JSON.stringify(sent))
  return `${names.get(where) ?? where}: ${line} ${words}\n  → ${status ?? 'no status'} ${shortened(answer)}`
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)` : text
}
