// The checks of the installation as super admins run them in the console.
import type { AuditEntry } from '@waystation/contract/people/audit'
import type { DoctorRun, LastDoctorRun } from '@waystation/contract/site/doctor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../gateway/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 180_000)
afterAll(() => world?.close())

test('nothing was checked yet, then a run finds what is there, is kept, and is in the audit log', async () => {
  expect(await world.console.call<LastDoctorRun>('GET', '/api/doctor/')).toEqual({ last: null })
  await world.setOption('ServerAddress', 'http://127.0.0.1:9')
  const [run, same] = await Promise.all([1, 2].map(() => world.console.call<DoctorRun>('POST', '/api/doctor/')))
  // Who asks while a run is under way gets what that finds.
  expect(same).toEqual(run)
  const found = new Map(run?.findings.map((finding) => [finding.check.en, finding]))
  expect(found.get('Database')).toMatchObject({ state: 'good', says: { zh: expect.stringMatching(/^sqlite 响应正常/) } })
  expect(found.get('Addresses of channels')).toMatchObject({ state: 'good' })
  expect(found.get('Server address')).toMatchObject({
    ...{ state: 'bad', says: { en: expect.stringMatching(/ECONNREFUSED/) } },
    advice: { zh: expect.stringMatching(/^请检查域名/) },
  })
  expect((await world.console.call<LastDoctorRun>('GET', '/api/doctor/')).last).toEqual(run)
  const { items } = await world.console.call<{ items: AuditEntry[] }>('GET', '/api/audit/?action=doctor.run')
  expect(items.length).toBeGreaterThan(0)
  expect(JSON.stringify(items[0])).toMatch(/faults/)
})

test('the server recognizes its own address', async () => {
  await world.setOption('ServerAddress', world.url)
  const { findings } = await world.console.call<DoctorRun>('POST', '/api/doctor/')
  expect(findings.find(({ check }) => check.en === 'Server address')).toMatchObject({ state: 'good' })
})
