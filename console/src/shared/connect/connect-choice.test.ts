import { expect, test } from 'vitest'
import { choiceOf } from './connect-choice.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
])('%s runs on %s', (agent, system) => {
  expect(choiceOf({}, agent)).toMatchObject({ system, client: { id: 'claude-code' }, dialect: 'anthropic-messages' })
})

test('what the address names is chosen, as far as it is there', () => {
  expect(choiceOf({ client: 'opencode', system: 'windows', dialect: 'gemini-generate' }, '')).toMatchObject({
    client: { id: 'opencode' },
    system: 'windows',
    dialect: 'gemini-generate',
  })
  expect(choiceOf({ client: 'codex', system: 'plan9', dialect: 'gemini-generate' }, '')).toMatchObject({
    client: { id: 'codex' },
    system: 'linux',
    dialect: 'openai-responses',
  })
  expect(choiceOf({ client: 'nobody' }, '').client.id).toBe('claude-code')
})
