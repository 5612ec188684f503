// A rule of Google's and how its refusal is told: `{"error": {"code", "message", "status", "details"}}`, and on the OpenAI address a list
// with one such object.
import type { Rule as AnyRule, Refusal } from '../judge.ts'

/** A refusal in Google's words; a bare text is a 400 INVALID_ARGUMENT. */
export type Told = string | { code: number; status: string; message: string; details?: readonly object[] }

export type Rule<Call> = AnyRule<Call, Told>

/** Google's words for a mistake that it does not name. */
export const UNNAMED = 'Request contains an invalid argument.'

/** The official SDK's statement of what only Vertex AI takes, and its types. */
export const SDK = 'https://googleapis.github.io/js-genai/release_docs/ (3.1.0, 2026-11)'

/** The first rule that refuses, told in Google's form. */
export function firstRefusal<Call>(rules: readonly Rule<Call>[], call: Call, wrap: (error: object) => unknown): Refusal | undefined {
  for (const rule of rules) {
    const told = rule.refuses(call)
    if (told === undefined) continue
    const { code, status, message, details } =
      typeof told === 'string' ? { code: 400, status: 'INVALID_ARGUMENT', message: told, details: undefined } : told
    const body = wrap({ error: { code, message, status, ...(details && { details }) } })
    return { status: code, body, rule: rule.rule, source: rule.source }
  }
  return undefined
}

/** The text of Google's message checker: a line for each problem, or nothing where there is none. */
export function listed(request: string, problems: readonly (readonly [path: string, problem: string])[]): string | undefined {
  if (problems.length === 0) return undefined
  return problems.map(([path, problem]) => `* ${request}.${path}: ${problem}\n`).join('')
}
