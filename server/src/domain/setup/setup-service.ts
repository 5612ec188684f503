import { AppError, type ErrorCode } from '@waystation/contract/errors'
import { demoSiteEnabled, selfUseModeEnabled } from '@waystation/contract/options/operation'
import { passwordFault } from '@waystation/contract/people/password'
import { usernameFault } from '@waystation/contract/people/user-name'
import type { SetupDraft, SetupStatus } from '@waystation/contract/site/setup'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import type { OptionService } from '../option/option-service.ts'
import type { Passwords } from '../user/password.ts'
import { assertUncommon } from '../user/password-rules.ts'
import { findSetUp, setUp } from './setup-store.ts'

export interface SetupParts {
  readonly database: Database
  readonly invalidation: Pick<Invalidation, 'subscribe'>
  readonly options: OptionService
  readonly passwords: Passwords
  readonly version: string
}

export interface SetupService {
  isSetUp(): boolean
  status(): SetupStatus
  /**
   * Creates the super admin and returns their id.
   * @throws AppError setup_done, or one for an invalid field
   */
  setUp(draft: SetupDraft): Promise<number>
}

export async function openSetup({ database, invalidation, options, passwords, version }: SetupParts): Promise<SetupService> {
  let isDone = await findSetUp(database)
  // Another node may have done it.
  invalidation.subscribe('option', () => {
    if (!isDone)
      void findSetUp(database).then(
        (found) => {
          isDone ||= found
        },
        () => {},
      )
  })
  return {
    isSetUp: () => isDone,
    status: () => ({ status: isDone, root_init: false, database_type: isDone ? '' : database.kind }),
    async setUp(draft) {
      if (isDone) throw new AppError('setup_done')
      assertDraft(draft)
      await assertUncommon(draft.password)
      const saved = {
        [selfUseModeEnabled.key]: String(draft.SelfUseModeEnabled),
        [demoSiteEnabled.key]: String(draft.DemoSiteEnabled),
      }
      const passwordHash = await passwords.hash(draft.password)
      const rows = Object.entries(saved).map(([key, value]) => ({ key, value }))
      try {
        const id = await database.run(setUp, { username: draft.username, passwordHash, options: rows, version })
        isDone = true
        // They are stored already, in one transaction with the user; this brings the copies in memory up to date.
        await options.setMany(saved)
        return id
      } catch (error) {
        if (error instanceof AppError && error.code === 'setup_done') isDone = true
        throw error
      }
    },
  }
}

/** Source of the rules: specification §5, "Setup"; at most 72 bytes: house 0. */
function assertDraft({ username, password, confirmPassword }: SetupDraft): void {
  const nameFault = usernameFault(username)
  if (nameFault) throw refusal('username', nameFault)
  const fault = passwordFault(password)
  if (fault) throw refusal('password', fault)
  if (password !== confirmPassword) throw refusal('confirmPassword', 'password_mismatch')
}

function refusal(field: string, code: ErrorCode): AppError {
  return new AppError(code, {}, { fields: { [field]: code } })
}
