import { expect, test } from 'vitest'
import type { z } from 'zod'
import { errors } from './errors.ts'
import { RedemptionDraft } from './money/redemption.ts'
import { MessageDraft } from './people/message.ts'
import { fallbackProblem } from './prices/pricing.ts'

/** The message of the first thing that is wrong; it must be an error code, so that a form can show it. */
function refusal(schema: z.ZodType, draft: unknown): string | undefined {
  const message = schema.safeParse(draft).error?.issues[0]?.message
  if (message !== undefined) expect(Object.keys(errors)).toContain(message)
  return message
}

test('a redemption code starts before it ends, when both are set', () => {
  expect(refusal(RedemptionDraft, { name: 'gift', valid_from: 200, valid_until: 100 })).toBe('valid_until_before_from')
  expect(refusal(RedemptionDraft, { name: 'gift', valid_from: 100, valid_until: 100 })).toBe('valid_until_before_from')
  expect(refusal(RedemptionDraft, { name: 'gift', valid_from: 200, valid_until: 0 })).toBeUndefined()
  expect(refusal(RedemptionDraft, { name: ' ' })).toBe('name_required')
  expect(refusal(RedemptionDraft, { name: 'x'.repeat(21) })).toBe('name_too_long')
})

test('redemption codes come by the hundred at most and are worth something', () => {
  expect(RedemptionDraft.parse({ name: 'gift', key: ' mine ' })).toMatchObject({
    quota: 100_000,
    count: 1,
    is_gift: false,
    max_uses: -1,
    key: 'mine',
  })
  expect(RedemptionDraft.safeParse({ name: 'gift', count: 101 }).success).toBe(false)
  expect(RedemptionDraft.safeParse({ name: 'gift', quota: 0 }).success).toBe(false)
})

test.each([
  [{ title: ' ', content: 'b', user_ids: [1] }, 'message_title_required'],
  [{ title: 'a', content: '\n', user_ids: [1] }, 'message_content_required'],
  [{ title: 'a', content: 'b', user_ids: [] }, 'message_recipient_required'],
  [{ title: ' a ', content: 'b', user_ids: [1] }, undefined],
])('the message %j: %s', (draft, problem) => {
  expect(refusal(MessageDraft, draft)).toBe(problem)
})

test.each([
  [0.1, null, null, undefined],
  [null, 1, 4, undefined],
  [0, null, null, undefined],
  [0.1, 1, 4, 'mixed'],
  [0.1, null, 4, 'mixed'],
  [null, 1, null, 'incomplete'],
  [null, null, null, 'incomplete'],
] as const)('a fallback price of %s beside ratios %s and %s: %s', (singlePrice, inputRatio, completionRatio, problem) => {
  expect(fallbackProblem({ singlePrice, inputRatio, completionRatio })).toBe(problem)
})
