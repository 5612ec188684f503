import { loginKey } from '@waystation/contract/people/user-name'
import { oneTimeCodes } from '../domain/code/one-time-codes.ts'
import { noticeCode } from '../domain/user/registration/mailed-codes.ts'
import type { TestConsole } from './console.ts'

/** What a user's settings need for an address for notices: the address, and the code that a mail would have brought. */
export async function provenAddress({ database, secrets }: Pick<TestConsole, 'database' | 'secrets'>, userId: number, email: string) {
  const codes = oneTimeCodes({ database, secrets, now: () => Date.now() })
  return { notification_email: email, notification_code: await codes.issue(noticeCode(userId), loginKey(email)) }
}
