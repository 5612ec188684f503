import { z } from 'zod'
import { StatedTraits } from '../models/stated-traits.ts'

/** Public facts of the installation; cached by the browser. Source: specification §3 Public status. */
export const PublicStatus = z.object({
  version: z.string(),
  start_time: z.number().int(),
  setup: z.boolean(),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  server_address: z.string(),
  docs_link: z.string(),
  /** By which days of charts, wallets and check-ins begin: a name of the IANA database. */
  time_zone: z.string(),
  top_up_link: z.string(),
  chat_link: z.string(),
  price: z.number(),
  min_topup: z.number(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  enable_online_topup: z.boolean(),
  /** Can cards be charged? */
  enable_stripe: z.boolean(),
  /** Of StripeCurrency for a dollar of quota. */
  stripe_price: z.number(),
  data_export_default_time: z.string(),
  default_collapse_sidebar: z.boolean(),
  mj_notify_enabled: z.boolean(),
  /** One-entry objects: name to address template with {address} and {key}. */
  chats: z.array(z.record(z.string(), z.string())),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  aff_enabled: z.boolean(),
  /** What somebody who registers by an invitation is given, in quota units. */
  quota_for_invitee: z.number(),
  check_in_enabled: z.boolean(),
  password_login: z.boolean(),
  /** Can passkeys be used at this server's address? */
  passkey_login: z.boolean(),
  register_enabled: z.boolean(),
  email_verification: z.boolean(),
  /** Can the site send mail? */
  mail_enabled: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  oidc_enabled: z.boolean(),
  oidc_client_id: z.string(),
  oidc_authorization_endpoint: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  self_use_mode_enabled: z.boolean(),
  demo_site_enabled: z.boolean(),
  log_chat_content_enabled: z.boolean(),
  /** Does the pricing page tell what share of the calls to each model was answered? */
  model_health: z.boolean(),
  model_traits: StatedTraits,
})
export type PublicStatus = z.infer<typeof PublicStatus>
