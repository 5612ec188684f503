// What a password that somebody chooses must be like (control 2). Lengths: specification §5; the commonest ones are refused.
import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { passwordFault } from '@waystation/contract/people/password'

/**
 * @param fields under which names a form has the password and its repetition
 * @throws AppError naming the field
 */
export async function assertPassword(
  { password, repeated }: { password: string; repeated: string },
  fields: { password: string; repeated: string } = { password: 'password', repeated: 'password2' },
): Promise<void> {
  const fault = passwordFault(password)
  if (fault) throw refusal(fields.password, fault)
  if (password !== repeated) throw refusal(fields.repeated, 'password_mismatch')
  await assertUncommon(password, fields.password)
}

/**
 * @param field the form's name of the password
 * @throws AppError password_common
 */
export async function assertUncommon(password: string, field = 'password'): Promise<void> {
  if (await isCommon(password)) throw refusal(field, 'password_common')
}

/** One of fifty thousand that people use most. The list is loaded with the first password that is chosen. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const typed = password.toLowerCase()
  // One character over and over, such as eight eights, is as common as what is in the list.
  return new Set(typed).size === 1 || dictionary['passwords-common'].includes(typed)
}

function refusal(field: string, code: ErrorCode): AppError {
  return new AppError(code, {}, { fields: { [field]: code } })
}
