import { listItems } from '@waystation/contract/codec'
import type { Token } from '@waystation/contract/token'
import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import type { MadeToken } from './MadeTokens.tsx'
import { suffixed, type TokenFormValues } from './token-form.ts'
import { useTokenCalls } from './token-queries.ts'

/** How many of several tokens are made. */
export interface TokenProgress {
  readonly done: number
  readonly total: number
}

/**
 * Makes the tokens of a form, or changes the one that it shows.
 * @param shownQuota the form's initial value: an unchanged quota is not sent, because calls go on while the form is open
 * @param onMade called with the new ones, also when some could not be created
 */
export function useSaveToken(token: Token | undefined, shownQuota: number | undefined, onMade: (made: readonly MadeToken[]) => void) {
  const t = useText()
  const { createQuietly, change, refresh } = useTokenCalls()
  const [progress, setProgress] = useState<TokenProgress>()

  const create = async ({ count = 1, ...draft }: TokenFormValues) => {
    const made: MadeToken[] = []
    const limits = listItems(draft.model_limits ?? '')
    try {
      for (let index = 0; index < count; index += 1) {
        if (count > 1) setProgress({ done: index, total: count })
        const name = count > 1 ? suffixed(draft.name) : draft.name
        const { key } = await createQuietly({ ...draft, name })
        made.push({ name, key: `sk-${key}`, models: limits.length > 0 ? limits : undefined, group: draft.group ?? '' })
      }
    } catch (error) {
      if (made.length === 0) throw error
      toast.failed(t('token.madePartly', { count: made.length, total: count, reason: messageOf(error) }))
    } finally {
      setProgress(undefined)
    }
    await refresh()
    onMade(made)
  }
  const save = async (values: TokenFormValues) => {
    const limited = { ...values, model_limits_enabled: (values.model_limits ?? '') !== '' }
    if (!token) return create(limited)
    const { count: _count, remain_quota, ...fields } = limited
    await change(token.id, {
      ...fields,
      ...(remain_quota === shownQuota ? {} : { remain_quota, quota_seen: shownQuota ?? token.quota_seen }),
    })
  }
  return { save, progress }
}
