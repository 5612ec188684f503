import { expect, test, vi } from 'vitest'
import { isSamePlace } from './use-leave-blocker.ts'

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined }))
vi.mock('../../i18n/index.ts', () => ({ useText: () => (key: string) => key }))
vi.mock('../dialog/confirm.tsx', () => ({ confirm: () => Promise.resolve(true) }))

const at = (pathname: string, search: object = {}) => ({ pathname, search })

test('a free parameter, an absent one and another order leave nothing', () => {
  expect(isSamePlace(at('/a', { edit: '1' }), at('/a', { tab: 'health', edit: '1' }), ['tab'])).toBe(true)
  expect(isSamePlace(at('/a', { x: undefined }), at('/a'), [])).toBe(true)
  expect(isSamePlace(at('/a', { x: '1', y: '2' }), at('/a', { y: '2', x: '1' }), [])).toBe(true)
})

test('another page, another row and a closed drawer leave', () => {
  expect(isSamePlace(at('/a'), at('/b'), ['tab'])).toBe(false)
  expect(isSamePlace(at('/a', { edit: '1' }), at('/a', { edit: '2' }), ['tab'])).toBe(false)
  expect(isSamePlace(at('/a', { edit: '1', tab: 'health' }), at('/a'), ['tab'])).toBe(false)
})
