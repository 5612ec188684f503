import type { Words } from '../words.ts'
import type { balance as zh } from '../zh/balance.ts'

export const balance: Words<typeof zh> = {
  title: 'Balance',
  used: 'Used',
  calls: 'Calls',
  low: 'Low balance: {left} left.',
  empty: 'Your balance is used up.',
  refused: 'Paid calls are rejected.',
  topUp: 'Top up',
  askAdmin: 'Ask your administrator to top up your balance.',
  command: 'To add to your balance, run this command on the server:',
}
