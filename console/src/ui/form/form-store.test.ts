import { expect, test } from 'vitest'
import { FormStore } from './form-store.ts'

const open = () => new FormStore({ name: 'a', tags: ['x'], count: 1 }, (values) => (values.name === '' ? { name: 'empty' } : {}))

test('a field is dirty while it differs from what is saved, and clean again when it is typed back', () => {
  const store = open()
  store.set('name', 'b')
  store.set('tags', ['y'])
  expect(store.dirtyNames()).toEqual(['name', 'tags'])
  store.set('tags', ['x'])
  expect(store.dirtyNames()).toEqual(['name'])
  store.set('name', 'a')
  expect(store.isDirty()).toBe(false)
})

test('reverting brings back what is saved, without errors and without what was held', () => {
  const store = open()
  store.set('name', '')
  store.setErrors({ name: 'empty' })
  store.hold('tags', 'half a row')
  expect(store.dirtyNames()).toEqual(['tags', 'name'])
  store.revert()
  expect([store.values().name, store.errors(), store.holds(), store.isDirty()]).toEqual(['a', {}, {}, false])
})

test('what is saved elsewhere is the new measure', () => {
  const store = open()
  store.reset({ name: 'z', tags: [], count: 2 })
  expect(store.isDirty()).toBe(false)
  store.set('name', 'a')
  expect(store.dirtyNames()).toEqual(['name'])
})

test('a held field keeps its error until it is released', () => {
  const store = open()
  store.hold('tags', 'half a row')
  store.setErrors({ tags: 'half a row' })
  store.set('tags', ['x', 'y'])
  expect(store.errors()).toEqual({ tags: 'half a row' })
  store.hold('tags', undefined)
  store.set('tags', ['x', 'y', 'z'])
  expect(store.errors()).toEqual({})
})
