import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { books } from './en/books.ts'
import { channel } from './en/channel.ts'
import { channels } from './en/channels.ts'
import { chat } from './en/chat.ts'
import { clients } from './en/clients.ts'
import { common } from './en/common.ts'
import { connect } from './en/connect.ts'
import { coupon } from './en/coupon.ts'
import { dashboard } from './en/dashboard.ts'
import { guide } from './en/guide.ts'
import { about, home } from './en/home.ts'
import { kit } from './en/kit.ts'
import { log } from './en/log.ts'
import { factor, me } from './en/me.ts'
import { announcement, inbox, message } from './en/message.ts'
import { order } from './en/order.ts'
import { palette } from './en/palette.ts'
import { playground } from './en/playground.ts'
import { price, virtual } from './en/price.ts'
import { pricing } from './en/pricing.ts'
import { route } from './en/route.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { task } from './en/task.ts'
import { token } from './en/token.ts'
import { user, userPage } from './en/user.ts'
import { balance, budget, reminder, statement, wallet } from './en/wallet.ts'
import type { Words } from './words.ts'
import type { zh } from './zh.ts'

export const en: Words<typeof zh> = {
  ...common,
  about,
  announcement,
  audit,
  auth,
  balance,
  books,
  budget,
  channel,
  channels,
  chat,
  clients,
  connect,
  coupon,
  dashboard,
  factor,
  guide,
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
  route,
  settings,
  setup,
  shell,
  reminder,
  statement,
  task,
  token,
  user,
  userPage,
  virtual,
  wallet,
}
