// Where would a call of this user, this token or anybody in this group go now?
import type { RouteExplanation, RouteQuestion } from '@waystation/contract/calls/route'
import { AppError, type Language } from '@waystation/contract/errors'
import { role, userStatus } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import type { RouteExplainer } from '../ports.ts'
import { findTokenCaller, findUserCaller, type KnownCaller } from '../token/token-lookup.ts'
import { userSettingOf } from '../user/accounts/user-setting.ts'

export class RouteQuestions {
  readonly #parts: { readonly database: Database; readonly explainer: RouteExplainer }

  constructor(parts: { readonly database: Database; readonly explainer: RouteExplainer }) {
    this.#parts = parts
  }

  /**
   * Answers without sending, holding or changing anything.
   * @param language of its sentences
   * @throws AppError not_found, or that of an invalid request
   */
  async ask(question: RouteQuestion, language: Language): Promise<RouteExplanation> {
    const { group, user_id: userId, token_id: tokenId, ...call } = question
    return this.#parts.explainer.explain({ ...call, ...(await this.#callerOf({ group, userId, tokenId })), group, language })
  }

  async #callerOf({ group, userId, tokenId }: { group: string; userId: number | undefined; tokenId: number | undefined }) {
    const { database } = this.#parts
    if (tokenId !== undefined) return (await findTokenCaller(database, tokenId)) ?? missing('token')
    if (userId !== undefined) return { user: (await findUserCaller(database, userId)) ?? missing('user'), token: undefined }
    return { user: anybodyIn(group), token: undefined }
  }
}

function missing(what: 'token' | 'user'): never {
  throw new AppError('not_found', { what })
}

/** A user with the defaults, whose own group this is. */
const anybodyIn = (group: string): KnownCaller['user'] => ({
  ...{ id: 0, username: '', role: role.ordinary, status: userStatus.active, group, language: '', accountId: 0 },
  ...{ setting: userSettingOf(''), budgets: [], limits: undefined },
})
