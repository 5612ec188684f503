// What a body breaks of a vendor's schema, in the terms that vendors report it in.
import type { z } from 'zod'

export interface Fault {
  /** With points, from the top of the body. */
  readonly field: string
  /** Is it a field that the vendor does not have? */
  readonly isUnknown: boolean
  readonly isMissing: boolean
  readonly message: string
}

/** The faults of a body; those that every vendor rejects come first. */
export function faultsOf(schema: z.ZodType, body: unknown): Fault[] {
  const { error } = schema.safeParse(body, { reportInput: true })
  const faults = error?.issues.flatMap((issue): Fault[] => {
    const base = { message: issue.message, isUnknown: false, isMissing: false }
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ ...base, field: [...issue.path, key].join('.'), isUnknown: true }))
    return [{ ...base, field: issue.path.join('.'), isMissing: issue.code !== 'custom' && issue.input === undefined }]
  })
  return (faults ?? []).sort((a, b) => Number(a.isUnknown) - Number(b.isUnknown))
}
