import {
  getNoticeWebhook,
  getProxySigns,
  listOptions,
  resetModelRatio,
  sendTestMail,
  sendTestWebhook,
  updateOption,
} from '@waystation/contract/api/option'
import { modelRatio } from '@waystation/contract/options/pricing'
import { optionByKey } from '@waystation/contract/options/registry'
import type { ProxySigns } from '@waystation/contract/site/proxy-signs'
import type { MailService } from '../../domain/mail/mail-service.ts'
import type { NoticeWebhook } from '../../domain/notice/notice-webhook.ts'
import { needsConfirmation, scopeOfOption } from '../../domain/option/guarded-options.ts'
import type { OptionService } from '../../domain/option/option-service.ts'
import type { StepUp } from '../../domain/session/step-up.ts'
import { assertScope } from '../hooks/scope.ts'
import { type Route, route, withExtra, withMessage } from '../http/route.ts'

export interface OptionRouteParts {
  readonly options: OptionService
  readonly proxySigns: () => ProxySigns
  readonly mail: Pick<MailService, 'test'>
  readonly noticeWebhook: Pick<NoticeWebhook, 'state' | 'test'>
  readonly stepUp: Pick<StepUp, 'demand'>
}

export const optionRoutes = ({ options, mail, noticeWebhook, stepUp, proxySigns }: OptionRouteParts): Route[] => [
  route(getProxySigns, () => proxySigns()),
  route(listOptions, ({ caller, query }) => {
    const { items, setSecrets, readOnly } = options.list(caller)
    const asked = query.without === 'prices' ? items.filter(({ key }) => !isOnPriceScreen(key)) : items
    return withExtra(asked, { set_secrets: setSecrets, read_only: readOnly })
  }),
  route(updateOption, async ({ caller, tokenScopes, body, ip, sessionId, audit }) => {
    assertScope(tokenScopes, [scopeOfOption(body.key)])
    const text = String(body.value ?? '')
    if (needsConfirmation(options, caller, { key: body.key, text })) {
      await stepUp.demand('secret_options', { id: caller.id, sessionId, ip })
    }
    const before = recordedText(options, body.key)
    await options.set(body.key, text, caller)
    audit({ target: body.key, before, after: recordedText(options, body.key) })
    return null
  }),
  // "rest" is the family's spelling. An empty text takes all edits back, so that the built-in ratios are left.
  route(resetModelRatio, async ({ caller, audit }) => {
    const before = recordedText(options, modelRatio.key)
    await options.set(modelRatio.key, '', caller)
    audit({ target: modelRatio.key, before, after: recordedText(options, modelRatio.key) })
    return withMessage(null, { zh: '模型倍率已恢复为内置值', en: 'Model ratios were reset to the built-in values' })
  }),
  route(sendTestMail, async ({ body, language, audit }) => {
    audit({ after: { to: body.to } })
    await mail.test(body.to, language)
    return null
  }),
  route(getNoticeWebhook, () => noticeWebhook.state()),
  route(sendTestWebhook, async ({ language, audit }) => {
    const answer = await noticeWebhook.test(language)
    audit({ target: noticeWebhook.state().host, after: { is_taken: answer.is_taken, status: answer.status } })
    return answer
  }),
]

/** Options name their card and place, those of the price screen its part alone. */
const isOnPriceScreen = (key: string): boolean => typeof optionByKey(key)?.card === 'string'

/** The text of an option for the record of deeds; of a secret only that it is one, of a price map only the edits. */
function recordedText(options: OptionService, key: string): string {
  return optionByKey(key)?.secret ? '***' : options.storedText(key)
}
