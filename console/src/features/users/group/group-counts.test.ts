import { expect, test } from 'vitest'
import { countsByGroup } from './group-counts.ts'

test('users are counted by group, the largest first and equals by name', () => {
  const users = ['vip', 'default', 'svip', 'default'].map((group) => ({ group }))
  expect(countsByGroup(users)).toEqual([
    { group: 'default', count: 2 },
    { group: 'svip', count: 1 },
    { group: 'vip', count: 1 },
  ])
  expect(countsByGroup([])).toEqual([])
})
