import { AppError } from '@waystation/contract/errors'
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { userStatus } from '@waystation/contract/status-table'
import type { Database } from '../../db/database.ts'
import { limitKey } from '../../lib/client-ip.ts'
import { findLogin } from '../user/login-names-store.ts'
import type { Passwords } from '../user/password.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { SessionService } from './session-service.ts'

export interface LoginParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly passwords: Passwords
  readonly sessions: SessionService
  readonly throttle: LoginThrottle
}

export interface LoginService {
  /**
   * Opens a session for whoever knows the password.
   * @throws AppError login_disabled, login_empty, login_throttled, or login_failed for every other reason alike (control 4)
   */
  login(
    given: { name: string; password: string },
    from: { ip: string; agent: string; formerId: string },
  ): Promise<{ sessionId: string; userId: number; username: string }>
}

export function loginService({ database, options, passwords, sessions, throttle }: LoginParts): LoginService {
  return {
    async login({ name, password }, from) {
      if (!options.get(passwordLoginEnabled)) throw new AppError('login_disabled')
      const trimmed = name.trim()
      if (trimmed === '' || password === '') throw new AppError('login_empty')
      const user = await findLogin(database, trimmed)
      const attempt = throttle.begin(user ? `#${user.id}` : trimmed.toLowerCase().slice(0, 255), limitKey(from.ip))
      if ('retrySeconds' in attempt) throw new AppError('login_throttled', { seconds: attempt.retrySeconds })

      const isRight = await passwords.verify(user?.password_hash, password)
      if (!isRight || !user || user.status !== userStatus.active) throw new AppError('login_failed')
      attempt.succeeded()
      const userId = Number(user.id)
      return { sessionId: await sessions.open({ id: userId, authEpoch: user.auth_epoch }, from), userId, username: user.username }
    },
  }
}
