// The server that an installation runs for its WeChat account. Its followers write to the account, get a code that is good for three
// minutes, and type it here.
import { AppError } from '@waystation/contract/errors'
import { weChatServerAddress, weChatServerToken } from '@waystation/contract/options/sign-in-sites'
import type { WeChatServer } from '../domain/ports.ts'
import { headerText, objectOf, SiteMisconfigured, SiteRefused, textOf } from './ask.ts'
import { worded } from './refusals.ts'
import type { SiteParts } from './site-parts.ts'
import { usableSubject } from './subject.ts'

export function weChat({ options, ask, onTrouble }: SiteParts): WeChatServer {
  return {
    identify: (code) =>
      worded('wechat', onTrouble, async () => {
        const url = new URL(`${options.get(weChatServerAddress)}/api/wechat/user`)
        url.search = new URLSearchParams({ code }).toString()
        const headers = { accept: 'application/json', authorization: headerText(options.get(weChatServerToken)) }
        const response = await ask({ method: 'GET', url, headers })
        if (response.status === 401 || response.status === 403) throw new SiteMisconfigured('the token is not accepted')
        const answer = objectOf(response)
        if (answer.success === false) throw new AppError('sign_in_code', {}, { fields: { code: 'sign_in_code' } })
        if (answer.success !== true || textOf(answer.data) === '') throw new SiteRefused('the answer has no id')
        return { issuer: '', subject: usableSubject(textOf(answer.data)), name: '', displayName: '' }
      }),
  }
}
