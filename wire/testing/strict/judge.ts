// What a strict fake vendor is made of: rules that refuse a request as the real vendor's documentation and error texts say it does. They
// are written from the vendors' own pages and never from our writers, so that a mistake of ours cannot agree with itself.

/** A request as the upstream got it. */
export type JudgedRequest = {
  /** Without the host and the query: `/v1/messages`. Gemini's has the model in it: `/v1beta/models/gemini-2.5-pro:generateContent`. */
  path: string
  query?: Readonly<Record<string, string>>
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The parsed JSON body. */
  body: unknown
}

/** What the vendor answers to a request that it does not take. */
export type Refusal = {
  status: number
  /** The answer's body in the vendor's own form and, where a text is known, in its own words. */
  body: unknown
  /** The rule that refused. */
  rule: string
  /** Where the rule is written down: an address, or the issue thread with the recorded text. */
  source: string
}

export type StrictRule = { rule: string; source: string }

/** Rules by their names, each with where it is written down, for a walk that finds all of them. */
export function sourced<Name extends string>(sources: Readonly<Record<Name, string>>): StrictRule[] {
  return Object.entries<string>(sources).map(([rule, source]) => ({ rule, source }))
}

/** A rule with what finds where a request breaks it, and says what the vendor says then. */
export type Rule<Call, Found> = StrictRule & { refuses(call: Call): Found | undefined }

/** The rule of this name. @param source where it is written down */
export function rule<Call, Found>(name: string, source: string, refuses: (call: Call) => Found | undefined): Rule<Call, Found> {
  return { rule: name, source, refuses }
}

export type StrictVendor = {
  name: string
  /** All rules that this vendor can refuse by, for tests and for counting which were used. */
  rules: readonly StrictRule[]
  /** The first refusal, as the vendor would tell it; undefined where it takes the request. */
  judge(request: JudgedRequest): Refusal | undefined
}
