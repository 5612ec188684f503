// Every error that a caller can receive: a code, a status and a message in both languages. `docs/errors.md` is generated from
// this table, and a test compares them. Messages name what the caller can do and never contain hosts, channels or keys (R9).

import { callErrors } from './call-errors.ts'
import { consoleErrors } from './console-errors.ts'
import { DEFAULT_QUOTA_DISPLAY, type QuotaDisplay, quotaText } from './money/quota.ts'

export const errors = { ...callErrors, ...consoleErrors } as const

export type ErrorCode = keyof typeof errors

/** Is it one of the codes? */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

export type Language = 'zh' | 'en'
/** The same words in each language. */
export type Words = Readonly<Record<Language, string>>
/** Values for the placeholders of an error message. A value that is a text has both languages. */
export type Facts = Readonly<Record<string, string | number | Words>>

/** An expected failure. Anything else that is thrown is a bug and becomes internal_error at the boundary. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts
  /** Field name to error code, for a form. */
  readonly fields: Readonly<Record<string, ErrorCode>> | undefined

  constructor(code: ErrorCode, facts: Facts = {}, options?: ErrorOptions & { fields?: Readonly<Record<string, ErrorCode>> }) {
    super(`${code} ${JSON.stringify(facts)}`, options)
    this.name = 'AppError'
    this.code = code
    this.facts = facts
    this.fields = options?.fields
  }
}

/**
 * The words of an error in one language, with its facts filled in. A fact that stands in them as `{need:quota}` is an amount in quota units.
 * @param display how the installation shows amounts
 */
export function errorMessage(code: ErrorCode, facts: Facts, language: Language, display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY): string {
  return filledWords(errors[code][language], facts, language, display)
}

/** A text with its facts filled in. A fact that stands in it as `{need:quota}` is an amount in quota units. */
export function filledWords(text: string, facts: Facts, language: Language, display: QuotaDisplay = DEFAULT_QUOTA_DISPLAY): string {
  return text.replace(/\{(\w+)(:quota)?\}/g, (_whole, name: string, isQuota?: string) => {
    const fact = facts[name] ?? `{${name}}`
    if (isQuota && typeof fact === 'number') return quotaText(fact, display, language)
    return typeof fact === 'object' ? fact[language] : String(fact)
  })
}

/** The HTTP status of an error, before a channel's own mapping. */
export function errorStatus(code: ErrorCode): number {
  return errors[code].status
}

/**
 * The caller's language out of an Accept-Language header: the first of zh and en that it names, else the fallback.
 */
export function languageOf(acceptLanguage: string | undefined, fallback: Language): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = part.trim()
    if (tag.startsWith('zh')) return 'zh'
    if (tag.startsWith('en')) return 'en'
  }
  return fallback
}
