import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { EndingTokenModel } from '../../channels/upstream-models.ts'
import { ListedToken, TOKEN_LABEL_MAX, Token, TokenDraft, TokenLabel, TokenPatch, TokenStatusChange } from '../../people/token.ts'
import { TokenUsage } from '../../people/token-usage.ts'
import { byId, TokenId } from '../../values/id.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { keyText, nameText } from '../../values/pasted.ts'

const listed = z.object({
  total: z.number().int(),
  page: z.number().int(),
  page_size: z.number().int(),
  /** Tokens of each status, by its number, under the same filters but the one of the status. */
  status_counts: z.record(z.string(), z.number().int()),
})

export const listEndingTokenModels = endpoint({
  method: 'GET',
  path: '/api/token/ending_models',
  summary: "Models that the caller's enabled tokens are limited to and that their makers end within thirty days",
  access: 'user',
  owner: 'own',
  data: z.array(EndingTokenModel),
})

export const listTokenLabels = endpoint({
  method: 'GET',
  path: '/api/token/labels',
  summary: "The labels of the caller's tokens, with how many tokens have each and what these have used",
  access: 'user',
  owner: 'own',
  data: z.array(TokenLabel),
})

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/token/',
  summary: "The caller's tokens, newest first",
  access: 'user',
  owner: 'own',
  query: z.object({
    p: pageParameter,
    size: integerParameter,
    page_size: integerParameter,
    status: integerParameter,
    keyword: nameText().optional(),
    /** A whole label; empty: any. */
    label: nameText().max(TOKEN_LABEL_MAX).optional(),
    sort: z.string().optional(),
  }),
  data: z.array(ListedToken),
  extra: listed,
})

export const searchTokens = endpoint({
  method: 'GET',
  path: '/api/token/search',
  summary: "Search the caller's tokens by name and key",
  access: 'user',
  owner: 'own',
  query: z.object({ keyword: nameText().default(''), token: keyText().default('') }),
  data: z.array(ListedToken),
})

export const getToken = endpoint({
  method: 'GET',
  path: '/api/token/{id}',
  summary: 'One token',
  access: 'user',
  owner: 'own',
  params: byId,
  data: Token,
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/token/',
  summary: 'Create a token; the answer carries its key',
  access: 'user',
  owner: 'own',
  audit: 'token.create',
  body: TokenDraft,
  data: Token,
})

/** With `status_only` present, only `status` is read. Otherwise only the fields in the body change. */
export const updateToken = endpoint({
  method: 'PUT',
  path: '/api/token/',
  summary: 'Change a token',
  access: 'user',
  owner: 'own',
  audit: 'token.update',
  query: z.object({ status_only: z.string().optional() }),
  body: TokenPatch.extend({ id: TokenId }),
  bodyWhen: { status_only: TokenStatusChange },
  data: Token,
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/token/{id}',
  summary: 'Delete a token',
  access: 'user',
  owner: 'own',
  audit: 'token.delete',
  params: byId,
  data: z.null(),
})

export const revealToken = endpoint({
  method: 'POST',
  path: '/api/token/{id}/key',
  summary: "Show a token's key to its owner",
  access: 'user',
  scope: 'use',
  owner: 'own',
  writes: false,
  audit: 'token.reveal',
  params: byId,
  data: z.string(),
})

/** The key of a token is what lets in, and it alone, in `Authorization`. A key that is wrong counts like a failed login of its address. */
export const readTokenUsage = endpoint({
  method: 'GET',
  path: '/api/usage/token',
  summary: 'What the token whose key is shown was given and has left',
  access: 'public',
  csrf: false,
  cors: true,
  rate: 'login',
  data: TokenUsage,
  /** The family's clients look for it. */
  extra: z.object({ code: z.literal(true) }),
})
