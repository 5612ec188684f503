// Chinese, the fallback and the pattern: en.ts must have exactly these keys. One file per feature.
import { audit } from './zh/audit.ts'
import { auth } from './zh/auth.ts'
import { books } from './zh/books.ts'
import { channel } from './zh/channel.ts'
import { channels } from './zh/channels.ts'
import { chat } from './zh/chat.ts'
import { clients } from './zh/clients.ts'
import { common } from './zh/common.ts'
import { connect } from './zh/connect.ts'
import { coupon } from './zh/coupon.ts'
import { dashboard } from './zh/dashboard.ts'
import { guide } from './zh/guide.ts'
import { about, home } from './zh/home.ts'
import { kit } from './zh/kit.ts'
import { log } from './zh/log.ts'
import { factor, me } from './zh/me.ts'
import { announcement, inbox, message } from './zh/message.ts'
import { order } from './zh/order.ts'
import { palette } from './zh/palette.ts'
import { playground } from './zh/playground.ts'
import { price, virtual } from './zh/price.ts'
import { pricing } from './zh/pricing.ts'
import { route } from './zh/route.ts'
import { settings } from './zh/settings.ts'
import { setup } from './zh/setup.ts'
import { shell } from './zh/shell.ts'
import { task } from './zh/task.ts'
import { token } from './zh/token.ts'
import { user, userPage } from './zh/user.ts'
import { balance, budget, reminder, statement, wallet } from './zh/wallet.ts'

export const zh = {
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
