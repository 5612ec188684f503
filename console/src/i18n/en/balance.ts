import type { Words } from '../words.ts'
import type { balance as zh } from '../zh/balance.ts'

export const balance: Words<typeof zh> = {
  title: 'Balance',
  used: 'Used',
  calls: 'Requests',
  low: 'Low balance: {left} left.',
  empty: 'Your balance is used up.',
  refused: 'Paid requests are rejected.',
  topUp: 'Add to your balance',
  askAdmin: 'Ask an administrator to add to it.',
  command: 'To add to it, run this on the server:',
}
