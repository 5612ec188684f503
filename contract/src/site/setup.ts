import { z } from 'zod'
import { TYPED_MAX, typedText } from '../people/typed-login.ts'
import { normalUsername, usernameFault } from '../people/user-name.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX_BYTES = 72

export const SetupStatus = z.object({ status: z.boolean(), root_init: z.boolean(), database_type: z.string() })
export type SetupStatus = z.infer<typeof SetupStatus>

/** The first-run form. Its rules are specification §5: a name, at least eight characters, twice the same. */
export const SetupDraft = z.object({
  username: z
    .string()
    .max(TYPED_MAX, 'field_too_long')
    .overwrite(normalUsername)
    .superRefine((name, context) => {
      const fault = usernameFault(name)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .default(''),
  password: typedText,
  confirmPassword: typedText,
  SelfUseModeEnabled: z.boolean().default(false),
  DemoSiteEnabled: z.boolean().default(false),
})
export type SetupDraft = z.infer<typeof SetupDraft>
