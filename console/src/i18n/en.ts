import { about } from './en/about.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { balance } from './en/balance.ts'
import { books } from './en/books.ts'
import { budget } from './en/budget.ts'
import { channel } from './en/channel.ts'
import { chat } from './en/chat.ts'
import { common } from './en/common.ts'
import { coupon } from './en/coupon.ts'
import { dashboard } from './en/dashboard.ts'
import { factor } from './en/factor.ts'
import { home } from './en/home.ts'
import { inbox } from './en/inbox.ts'
import { kit } from './en/kit.ts'
import { log } from './en/log.ts'
import { me } from './en/me.ts'
import { message } from './en/message.ts'
import { order } from './en/order.ts'
import { palette } from './en/palette.ts'
import { playground } from './en/playground.ts'
import { price } from './en/price.ts'
import { pricing } from './en/pricing.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { statement } from './en/statement.ts'
import { token } from './en/token.ts'
import { user } from './en/user.ts'
import { wallet } from './en/wallet.ts'
import type { Words } from './words.ts'
import type { zh } from './zh.ts'

export const en: Words<typeof zh> = {
  ...common,
  about,
  audit,
  auth,
  balance,
  books,
  budget,
  channel,
  chat,
  coupon,
  dashboard,
  factor,
  home,
  inbox,
  kit,
  log,
  me,
  message,
  order,
  palette,
  playground,
  price,
  pricing,
  settings,
  setup,
  shell,
  statement,
  token,
  user,
  wallet,
}
