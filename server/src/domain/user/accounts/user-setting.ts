import { UserSetting } from '@waystation/contract/people/user'

/** A user's settings from the text that is stored; the defaults where it cannot be read. */
export function userSettingOf(text: string): UserSetting {
  try {
    return UserSetting.parse(JSON.parse(text || '{}'))
  } catch {
    return UserSetting.parse({})
  }
}
