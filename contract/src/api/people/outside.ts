// What the server reads from other sites for the settings page.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { exactText } from '../../values/pasted.ts'

export const getUpdate = endpoint({
  method: 'GET',
  path: '/api/status/update',
  summary: 'Is there a newer version? The server reads the release information that update_setting.release_url names',
  access: 'root',
  rate: 'user',
  data: z.object({
    current: z.string(),
    latest: z.string(),
    is_newer: z.boolean(),
    /** Markdown, as the release information has it; the console sanitises it. */
    notes: z.string(),
    /** Address of the release; empty: none. */
    page: z.string(),
  }),
})

export const discoverOidc = endpoint({
  method: 'POST',
  path: '/api/option/oidc_discovery',
  summary: 'Read the endpoints of an OpenID Connect provider from its well-known address. Nothing is stored',
  access: 'root',
  scope: 'settings',
  rate: 'user',
  writes: false,
  body: z.object({ url: exactText().max(2000).default('') }),
  data: z.object({ authorization_endpoint: z.string(), token_endpoint: z.string(), userinfo_endpoint: z.string() }),
})
