import { getPricing } from '@waystation/contract/api/catalog'
import { listUnpricedModels } from '@waystation/contract/api/channel'
import { listOptions, updateOption } from '@waystation/contract/api/option'
import { listPriceVersions, updatePrices } from '@waystation/contract/api/price'
import { isPriced } from '@waystation/contract/price-version'
import { useState } from 'react'
import { call } from '~/api/call'
import { CallError, messageOf } from '~/api/call-error'
import { Cancelled } from '~/api/cancelled'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { editIn } from './price-draft.ts'

/** Why prices were not saved. */
export interface SaveFailure {
  readonly words: string
  /** Somebody saved in between: what is stored must be loaded first. */
  readonly isOutdated: boolean
}

/** Saves the draft as one version. Settings that no price depends on are saved beside it. */
export function useSavePrices() {
  const t = useText()
  const { draft, refresh } = useDesk()
  const refreshAll = useRefresh()
  const [failure, setFailure] = useState<SaveFailure>()
  const save = async (note: string) => {
    setFailure(undefined)
    const edit = Object.entries(editIn(draft))
    const priced = Object.fromEntries(edit.filter(([key]) => isPriced(key)))
    try {
      let version = draft.version
      if (Object.keys(priced).length > 0)
        version = (await call(updatePrices, { body: { changes: priced, note, based_on: draft.version } })).version
      for (const [key, value] of edit) if (!isPriced(key)) await call(updateOption, { body: { key, value } })
      toast.done(t('price.saved', { id: version }))
      await refreshAll(listOptions, listPriceVersions, getPricing, listUnpricedModels)
      return true
    } catch (error) {
      if (error instanceof Cancelled) return false
      const isOutdated = error instanceof CallError && error.code === 'price_version_newer'
      // One of several settings may be saved: what is stored is looked at again, and the others stay changed.
      if (!isOutdated) await refreshAll(listOptions)
      setFailure({ words: messageOf(error), isOutdated })
      return false
    }
  }
  const reload = async () => {
    await refresh()
    setFailure(undefined)
  }
  return { save, failure, reload }
}
