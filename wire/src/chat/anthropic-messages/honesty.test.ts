import { expect } from 'vitest'
import { testHonesty } from '../../../testing/honesty.ts'
import { anthropicMessages } from './dialect.ts'

testHonesty(anthropicMessages, ['reasoning', 'output.name', 'turns[1].parts[0].citations[0]', 'turns[1].name'], {
  request(body) {
    // What this dialect has a place for is written there.
    expect(body).toMatchObject({ system: 'w_system', stop_sequences: ['w_stop'], metadata: { user_id: 'w_user' } })
  },
  reply(text) {
    expect(text).toContain('WaystationOf')
    expect(text).toContain('"stop_reason":"refusal"')
  },
})
