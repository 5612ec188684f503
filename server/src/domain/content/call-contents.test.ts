import { logChatContentDays } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openCallContents } from './call-contents.ts'

const DAY_MS = 86_400_000

eachDatabase('contents of calls', ({ database }) => {
  let nowMs = 1_800_000_000_000
  let days = 2
  const options = { get: <Value>(option: Option<Value>) => (option.key === logChatContentDays.key ? (days as Value) : option.default) }
  const open = () => openCallContents({ database: database(), secrets: secretsOf(Buffer.alloc(32, 3)), options, now: () => nowMs })
  const content = {
    ...{
      input_content: 'a private question',
      context: [{ role: 'user', text: 'before' }],
      context_before: 1,
      system_prompt: 'theirs',
      is_cut: false,
    },
    ...{ channel_system_prompt: 'the operator’s', output_content: 'a private answer', reasoning_content: '' },
  }
  const rows = () => database().read.selectFrom('call_content').selectAll().execute()

  test('are sealed for their own call, read by their owner without the channel’s part, and by nobody else', async () => {
    await open().save({ id: '01ARZ3NDEKTSV4RRFFQ69G0001', userId: 1 }, content)
    expect(await open().find('01ARZ3NDEKTSV4RRFFQ69G0001')).toEqual({ request_id: '01ARZ3NDEKTSV4RRFFQ69G0001', ...content })
    const own = await open().find('01ARZ3NDEKTSV4RRFFQ69G0001', 1)
    expect(own).toMatchObject({ input_content: 'a private question', system_prompt: 'theirs' })
    expect(own).not.toHaveProperty('channel_system_prompt')
    await expect(open().find('01ARZ3NDEKTSV4RRFFQ69G0001', 2)).rejects.toMatchObject({ code: 'not_found' })
    const [row] = await rows()
    expect(JSON.stringify(row)).not.toMatch(/private|operator|before/)
    await open().save({ id: '01ARZ3NDEKTSV4RRFFQ69G0002', userId: 1 }, content)
    const moved = database().read.selectFrom('call_content').select('content').where('request_id', '=', '01ARZ3NDEKTSV4RRFFQ69G0002')
    expect((await moved.executeTakeFirst())?.content).not.toBe(row?.content)
  })

  test('are deleted when they are as old as the option says', async () => {
    nowMs += 1.5 * DAY_MS
    await open().save({ id: '01ARZ3NDEKTSV4RRFFQ69G0003', userId: 2 }, content)
    expect(await open().purge()).toBe(0)
    nowMs += DAY_MS
    expect(await open().purge()).toBe(2)
    expect((await rows()).map((row) => row.request_id)).toEqual(['01ARZ3NDEKTSV4RRFFQ69G0003'])
    days = 1
    nowMs += 0.6 * DAY_MS
    expect(await open().purge()).toBe(1)
  })
})
