import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { ProxySigns } from '../site/proxy-signs.ts'
import { WebhookAnswer, WebhookState } from '../site/webhook-form.ts'
import { exactText } from '../values/pasted.ts'

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/option/',
  summary: 'All settings but secrets; the price maps with the built-in prices in them',
  access: 'admin',
  /** `without=prices` leaves out the settings of the price screen, which are nearly all of the answer. */
  query: z.object({ without: z.literal('prices').optional() }),
  data: z.array(z.object({ key: z.string(), value: z.string() })),
  extra: z.object({
    /** Secrets that have a value. */
    set_secrets: z.array(z.string()),
    /** Settings that the caller may see and not write. */
    read_only: z.array(z.string()),
  }),
})

export const updateOption = endpoint({
  method: 'PUT',
  path: '/api/option/',
  summary: 'Change one setting',
  access: 'admin',
  scope: ['settings', 'prices'],
  audit: 'option.update',
  confirms: 'secret_options',
  confirmsWhen: 'the setting decides who gets in or where anything is sent',
  /** Without a value, or with null, the value is the empty text, as other servers of this family read it. */
  body: z.object({
    key: exactText().max(190),
    value: z
      .union([z.string().max(4_000_000), z.boolean(), z.number()])
      .nullable()
      .optional(),
  }),
  data: z.null(),
})

export const resetModelRatio = endpoint({
  method: 'POST',
  path: '/api/option/rest_model_ratio',
  summary: 'Put the model ratios back to the built-in ones',
  access: 'admin',
  scope: 'prices',
  audit: 'option.reset_model_ratio',
  data: z.null(),
})

export const getProxySigns = endpoint({
  method: 'GET',
  path: '/api/option/proxy',
  summary: 'What requests say of a reverse proxy that the settings do not fit',
  access: 'root',
  rate: 'poll',
  data: ProxySigns,
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/option/test_mail',
  summary: 'Send a test mail with the stored SMTP settings, and answer with what the mail server says',
  access: 'root',
  scope: 'settings',
  rate: 'user',
  audit: 'option.test_mail',
  /** One address, or several separated by semicolons. */
  body: z.object({ to: exactText().max(1000).default('') }),
  data: z.null(),
})

export const getNoticeWebhook = endpoint({
  method: 'GET',
  path: '/api/option/webhook',
  summary: 'Where notices to super admins are sent, without its secrets',
  access: 'root',
  data: WebhookState,
})

export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/api/option/test_webhook',
  summary: 'Send a test to the stored webhook for super admins, and answer with what its receiver says',
  access: 'root',
  scope: 'settings',
  rate: 'user',
  audit: 'option.test_webhook',
  data: WebhookAnswer,
})
