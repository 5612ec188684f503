// The server is killed while a call waits for its picture: the next one asks for it, and it is charged once or given back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsAt } from '../../../testing/time/run-at.ts'
import { serveApart } from '../../../testing/waystation-command.ts'
import { cases, openPictureWorld, PictureClient, type PictureWorld, PRICE } from './testing/picture-world.ts'

const [replicate] = cases
const { name, model } = replicate ?? expect.unreachable('no vendor')

let at: PictureWorld
beforeAll(async () => {
  at = await openPictureWorld(replicate ? [replicate] : [])
  await at.world.setOption('task.poll_seconds', '1')
  // From here on others serve.
  await at.world.server.close()
})
afterAll(() => at.close())

test('what the vendor has taken is settled once by the next server, and what fails there is given back', async () => {
  const vendor = at.vendorOf(name)
  const balances = () => Promise.all([at.alice.payer.balance(), at.bob.payer.balance()])
  const before = await balances()
  vendor.plan('queued', 'running', 'running', 'succeeded')
  const first = await serveApart(at.world)
  const ask = ({ payer }: PictureClient) => new PictureClient(first.url, payer).picture(model).catch(() => 'cut off')
  const calls = [ask(at.alice)]
  await expect.poll(() => vendor.counts().asked).toBeGreaterThan(0)
  vendor.plan('queued', 'running', 'running', 'failed')
  calls.push(ask(at.bob))
  const rows = () => rowsAt(at.world.address, 'select kind, status, money, quota, is_open from task order by id')
  await expect.poll(async () => (await rows()).length).toBe(2)
  await first.kill()
  expect(await Promise.all(calls)).toEqual(['cut off', 'cut off'])
  const open = { kind: 'image', money: 'held', quota: PRICE, is_open: 1 }
  expect([await rows(), await balances()]).toMatchObject([[open, open], before])
  const second = await at.world.restart()
  await expect
    .poll(async () => {
      await second.runJob('poll-tasks')
      return (await rows()).filter((row) => row.is_open === 1)
    })
    .toEqual([])
  await second.close()
  expect(await rows()).toMatchObject([
    { status: 'SUCCESS', money: 'charged', quota: PRICE },
    { status: 'FAILURE', money: 'free', quota: 0 },
  ])
  expect(await balances()).toEqual([before[0] - PRICE, before[1]])
  expect(vendor.counts().submitted).toBe(2)
})
