import type { EndpointSpec } from '../channels/endpoint.ts'
import * as announcement from './announcement.ts'
import * as catalog from './channels/catalog.ts'
import * as channel from './channels/channel.ts'
import * as channelBalance from './channels/channel-balance.ts'
import * as channelHealth from './channels/channel-health.ts'
import * as channelMany from './channels/channel-many.ts'
import * as clientChecks from './channels/client-checks.ts'
import * as modelMapping from './channels/model-mapping.ts'
import * as routing from './channels/routing.ts'
import * as upstreamModels from './channels/upstream-models.ts'
import * as data from './data.ts'
import * as doctor from './doctor.ts'
import * as importing from './import.ts'
import * as log from './log.ts'
import * as books from './money/books.ts'
import * as budget from './money/budget.ts'
import * as group from './money/group.ts'
import * as price from './money/price.ts'
import * as priceReview from './money/price-review.ts'
import * as redemption from './money/redemption.ts'
import * as statement from './money/statement.ts'
import * as wallet from './money/wallet.ts'
import * as node from './node.ts'
import * as option from './option.ts'
import * as account from './people/account.ts'
import * as audit from './people/audit.ts'
import * as message from './people/message.ts'
import * as oauth from './people/oauth.ts'
import * as outside from './people/outside.ts'
import * as registration from './people/registration.ts'
import * as secondFactor from './people/second-factor.ts'
import * as session from './people/session.ts'
import * as token from './people/token.ts'
import * as user from './people/user.ts'
import * as userPage from './people/user-page.ts'
import * as search from './search.ts'
import * as serverError from './server-error.ts'
import * as setup from './setup.ts'
import * as site from './site.ts'
import * as task from './task.ts'

/** Every console call there is, in the order of OpenAPI. The server must mount exactly these; a test compares. */
export const endpoints: readonly EndpointSpec[] = [
  setup,
  site,
  node,
  serverError,
  importing,
  doctor,
  session,
  secondFactor,
  registration,
  account,
  oauth,
  user,
  userPage,
  token,
  budget,
  channel,
  channelMany,
  channelHealth,
  channelBalance,
  clientChecks,
  upstreamModels,
  catalog,
  modelMapping,
  routing,
  group,
  option,
  price,
  priceReview,
  outside,
  log,
  task,
  data,
  message,
  announcement,
  redemption,
  wallet,
  books,
  statement,
  audit,
  search,
].flatMap((subject) => Object.values(subject))
