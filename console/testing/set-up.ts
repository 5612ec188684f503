// Around each test of the kit's parts: the words are there, and nothing stays of the test before.
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { needAllWords, startWords } from '../src/i18n/index.ts'
import { closeToast, currentToasts } from '../src/ui/feedback/toasts.ts'
import { queryClient } from '../src/ui/query-client.ts'

// React then carries out at once what a person does to a part.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
// How things look is Chromium's business, and to work it out takes most of the time of a test.
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { get: () => null })
// What is waited for comes at once, or, where a machine is busy with something else, at some time.
configure({ asyncUtilTimeout: 60_000 })

beforeAll(async () => {
  await Promise.all([startWords(), needAllWords()])
})

afterEach(() => {
  cleanup()
  for (const { id } of currentToasts()) closeToast(id)
  queryClient.clear()
  localStorage.clear()
})
