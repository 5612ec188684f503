import { isCallersFailure } from '@waystation/contract/calls/outcomes'
import { expect, test } from 'vitest'
import { en } from '../../../i18n/en.ts'
import { failureWords } from './failure-words.ts'

/** The English words of a key, with its facts. */
const say = ((key: string, facts: Record<string, unknown> = {}) => {
  const found = key.split('.').reduce<unknown>((words, part) => (words as Record<string, unknown>)[part], en)
  return String(found).replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]))
}) as never

test.each([
  ['upstream_error 500', 'Provider error (500)', false],
  ['upstream_error', 'Provider error (502)', false],
  ['upstream_error 401', 'Provider rejected the key (401)', false],
  ['upstream_error 400', 'Provider rejected the request (400)', true],
  ['upstream_truncated', 'Provider cut off the response', false],
  ['model_price_error', 'Model has no price', false],
  ['model_not_found', 'No such model', true],
  ['client_gone', 'Client disconnected', true],
  // Without a name of its own: in the words of the error, with its facts left open.
  ['model_not_allowed', 'This API key is not allowed to use model …', true],
  ['a_code_of_tomorrow 418', 'a_code_of_tomorrow 418', true],
])('%s is called "%s", by its caller: %s', (kind, words, isCallers) => {
  expect([failureWords(kind, say, 'en'), isCallersFailure(kind)]).toEqual([words, isCallers])
})
