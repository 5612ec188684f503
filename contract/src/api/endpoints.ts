import type { EndpointSpec } from '../endpoint.ts'
import * as catalog from './catalog.ts'
import * as channel from './channel.ts'
import * as log from './log.ts'
import * as option from './option.ts'
import * as session from './session.ts'
import * as setup from './setup.ts'
import * as token from './token.ts'

/** Every console call there is, in the order of OpenAPI. The server must mount exactly these; a test compares. */
export const endpoints: readonly EndpointSpec[] = [setup, session, token, channel, catalog, option, log].flatMap((subject) =>
  Object.values(subject),
)
