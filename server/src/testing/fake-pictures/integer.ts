import { z } from 'zod'

/** A whole number, whose faults of type say so: zod itself says of a text only that it is no number. */
export const integer = (): z.ZodInt => z.int({ error: ({ code }) => (code === 'invalid_type' ? NO_INTEGER : undefined) })

const NO_INTEGER = 'is no integer'
/** What a value was to be. */
export const expectedOf = ({ expected, message }: z.core.$ZodIssueInvalidType): string => (message === NO_INTEGER ? 'int' : expected)
