import type { Words } from '../words.ts'
import type { auth as zh } from '../zh/auth.ts'

export const auth: Words<typeof zh> = {
  title: 'Log in',
  heading: 'Log in to {name}',
  username: 'Username or email',
  password: 'Password',
  submit: 'Log in',
  expired: 'Your session has expired. Log in again.',
  empty: 'Enter your username and password',
  disabled: 'Password login is turned off',
  success: 'Logged in',
  humanCheck: {
    checking: 'Checking your browser…',
    passed: 'Verified',
    failed: 'Verification failed',
  },
}
