import { UserSetting } from '@waystation/contract/user'

/** The settings of a user's record, where they stand as JSON text; the defaults where there are none. */
export function ownSetting(text: string | undefined): UserSetting {
  try {
    const read = UserSetting.safeParse(JSON.parse(text || '{}'))
    if (read.success) return read.data
  } catch {
    // Broken text counts as none.
  }
  return UserSetting.parse({})
}
