import { errorMessage, isErrorCode } from '@waystation/contract/errors'
import { useEffect, useState } from 'react'
import { useLanguage } from '~/i18n'
import { Banner, useUrlState } from '~/ui/kit'

/** Of the sites, only Telegram sends the browser to the server first, which sends it on to this page. */
const PROVIDER = 'Telegram'

/** Why linking an account failed, where the server has sent the browser here with the code of an error. */
export function LinkProblem() {
  const language = useLanguage()
  const { params, change } = useUrlState()
  const [code, setCode] = useState<string>()
  const { link_error: given } = params
  useEffect(() => {
    if (given === undefined) return
    setCode(given)
    // A reload, or a saved address, says nothing of it any more.
    change({ link_error: undefined }, true)
  }, [given, change])
  if (code === undefined) return null
  return <Banner tone="red">{errorMessage(isErrorCode(code) ? code : 'internal_error', { provider: PROVIDER }, language)}</Banner>
}
