import type { EndpointSpec } from '../endpoint.ts'
import * as account from './account.ts'
import * as audit from './audit.ts'
import * as books from './books.ts'
import * as budget from './budget.ts'
import * as catalog from './catalog.ts'
import * as channel from './channel.ts'
import * as channelBalance from './channel-balance.ts'
import * as channelHealth from './channel-health.ts'
import * as channelMany from './channel-many.ts'
import * as data from './data.ts'
import * as group from './group.ts'
import * as log from './log.ts'
import * as message from './message.ts'
import * as oauth from './oauth.ts'
import * as option from './option.ts'
import * as outside from './outside.ts'
import * as price from './price.ts'
import * as priceReview from './price-review.ts'
import * as redemption from './redemption.ts'
import * as registration from './registration.ts'
import * as secondFactor from './second-factor.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as site from './site.ts'
import * as statement from './statement.ts'
import * as token from './token.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'

/** Every console call there is, in the order of OpenAPI. The server must mount exactly these; a test compares. */
export const endpoints: readonly EndpointSpec[] = [
  setup,
  site,
  session,
  secondFactor,
  registration,
  account,
  oauth,
  user,
  token,
  budget,
  channel,
  channelMany,
  channelHealth,
  channelBalance,
  catalog,
  group,
  option,
  price,
  priceReview,
  outside,
  log,
  data,
  message,
  redemption,
  wallet,
  books,
  statement,
  audit,
].flatMap((subject) => Object.values(subject))
