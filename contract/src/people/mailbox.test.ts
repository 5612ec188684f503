import { expect, test } from 'vitest'
import { readMailbox } from './mailbox.ts'

test.each([
  ['me@corp.cn', '', 'me@corp.cn'],
  [' me@corp.cn ', '', 'me@corp.cn'],
  ['<me@corp.cn>', '', 'me@corp.cn'],
  ['驿站 <me@corp.cn>', '驿站', 'me@corp.cn'],
  ['驿站＜me@corp.cn＞', '驿站', 'me@corp.cn'],
  ['"Station, \\"A\\" Ltd." < me@corp.cn >', 'Station, "A" Ltd.', 'me@corp.cn'],
])('%s names a sender', (text, name, address) => {
  expect(readMailbox(text)).toEqual({ name, address })
})

test.each(['', 'Station', 'me@', 'me@corp.cn, you@corp.cn', 'A <me@corp.cn> B', 'A <B <me@corp.cn>', 'A\r\nBcc: x <me@corp.cn>', '<>'])(
  '%j names none',
  (text) => {
    expect(readMailbox(text)).toBeUndefined()
  },
)
