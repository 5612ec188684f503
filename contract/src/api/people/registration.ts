// Accounts that people open and recover themselves: registering, codes by mail, new passwords. Source: specification §7.
import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { exactText } from '../../values/pasted.ts'

/** What a human check in the browser gave; empty where none is asked for. */
const turnstile = z.string().max(4096).default('')
const email = exactText().max(320).default('')

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  summary: 'Register with a username and a password; does not log in',
  access: 'public',
  rate: 'critical',
  csrf: true,
  audit: 'user.register',
  query: z.object({ turnstile }),
  body: z.object({
    username: z.string().max(1024).default(''),
    password: z.string().max(1024).default(''),
    password2: z.string().max(1024).default(''),
    email,
    verification_code: exactText().max(100).default(''),
    aff_code: exactText().max(100).default(''),
  }),
  data: z.null(),
})

// GETs of the family that write: pages of other sites are refused, and a logged-in caller must name themselves (control 8).
export const sendVerificationCode = endpoint({
  method: 'GET',
  path: '/api/verification',
  summary:
    'Mail a code to an address: to register, or, if logged in, to bind it or to receive notices there. The answer does not tell whether it is in use',
  access: 'public',
  rate: 'critical',
  writes: true,
  query: z.object({ email, turnstile, purpose: z.enum(['account', 'notices']).default('account') }),
  data: z.null(),
})

export const sendResetLink = endpoint({
  method: 'GET',
  path: '/api/reset_password',
  summary: 'Mail a link to set a new password. The answer does not tell whether a user has this address',
  access: 'public',
  rate: 'critical',
  writes: true,
  query: z.object({ email, turnstile }),
  data: z.null(),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/reset',
  summary: 'Redeem the token of a reset link: the answer is the new password, and all sessions of the user end',
  access: 'public',
  rate: 'critical',
  csrf: true,
  audit: 'user.reset_password',
  body: z.object({ email, token: exactText().max(200).default('') }),
  data: z.string(),
})

export const bindEmail = endpoint({
  method: 'GET',
  path: '/api/oauth/email/bind',
  summary: "Make a mail address the caller's own, with the code that was sent to it",
  access: 'user',
  owner: 'own',
  rate: 'critical',
  writes: true,
  audit: 'user.bind_email',
  confirms: 'ways_in',
  query: z.object({ email, code: exactText().max(100).default('') }),
  data: z.null(),
})
