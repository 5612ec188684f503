// No test may be red because the machine is slow: tests wait for events, drive the clock, or count work. What lets real time pass stands
// here with its reason, and nothing is to be added that an event, `expect.poll`, `drivenClock` or `growthOf` would do as well.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesBelow } from './modules.ts'
import { root } from './processes.ts'

/** By file: how often time is let pass, and why a slow machine does not turn the test red. */
const waits: Readonly<Record<string, readonly [times: number, reason: string]>> = {
  'console/src/api/confirmation.test.ts': [1, 'a turn of the event loop, of no length'],
  'e2e/crash/accounts.test.ts': [2, 'another moment of the crash in each round: any will do'],
  'server/src/domain/ledger/ledger-bank.test.ts': [3, 'the pace of people who come and go for some seconds: any will do'],
  'server/src/front-door.test.ts': [
    1,
    'the pace of senders, and nothing is to be done in a pause: what is done too late is not seen, and nothing fails',
  ],
  'server/src/gateway/behaviour/channel-keys.test.ts': [
    1,
    'nothing is to be done after an answer: what is done too late is not seen, and nothing fails',
  ],
  'server/src/db/killed-migration.test.ts': [2, 'how often it is looked how far a migration is, and the moment of the kill: any will do'],
  'server/src/gateway/behaviour/long-prompts.test.ts': [1, 'the pace of a stream, until a hold has noted what it costs: any will do'],
  'server/src/gateway/faults/body-faults.test.ts': [1, 'the pace of health checks beside a body: any will do'],
  'server/src/gateway/faults/overload.test.ts': [1, 'the pace of a busy process, which is slow by itself here'],
  'server/src/gateway/faults/endless-faults.test.ts': [1, 'the pace of a vendor that trickles: any will do'],
  'server/src/gateway/upstream/converse.test.ts': [
    3,
    'the pace of a vendor, and nothing is to be asked for in a pause: what is asked too late is not seen, and nothing fails',
  ],
  'server/src/gateway/upstream/credentials.test.ts': [1, 'a client that leaves while an exchange is under way: any moment will do'],
}
/** How long something took, and that it was less. */
const limits: Readonly<Record<string, readonly [times: number, reason: string]>> = {
  'wire/testing/draws/draws.test.ts': [1, 'twenty times what it takes'],
}

const waiting = /\b(?:setTimeout|sleep|delay)\(/g
const limiting = /(?:\.now\(\) - \w+|\b(?:took|elapsed|answered)Ms\w*)(?:, \w+)?\)\s*\.toBeLessThan/g

const tests = ['wire', 'contract', 'server', 'console', 'tools', 'e2e', 'bench', 'clients']
  .flatMap(sourcesBelow)
  .filter((path) => /\.test\.tsx?$/.test(path) && path !== 'tools/tidy-waits.test.ts')

/** By file: how often the words stand in its code. */
function counted(pattern: RegExp, except = /^$/): Record<string, number> {
  const counts = tests
    .filter((path) => !except.test(path))
    .map((path): [string, number] => {
      const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
      return [path, code.match(pattern)?.length ?? 0]
    })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
const allowed = (list: typeof waits) => Object.fromEntries(Object.entries(list).map(([path, [times]]) => [path, times]))

test.each(['new Promise((resolve) => setTimeout(resolve, 100))', 'await sleep(100)'])('a wait is found in: %s', (line) =>
  expect(line.match(waiting)).toHaveLength(1),
)

test.each(['expect(performance.now() - startedMs).toBeLessThan(1500)', 'expect(facts.tookMs, what).toBeLessThan(2600)'])(
  'a limit of time is found in: %s',
  (line) => expect(line.match(limiting)).toHaveLength(1),
)

test('tests let time pass only where it is written here why', () => {
  expect(tests.length).toBeGreaterThan(300)
  // The locks of that test are held in the database, by its own statements.
  expect(counted(waiting, /^server\/src\/db\/takeover\.test\.ts$/)).toEqual(allowed(waits))
})

test('browser tests give waitForFunction a function: the policy of our pages forbids evaluating a text a second time', () =>
  expect(counted(/\.waitForFunction\(\s*['"`]/g)).toEqual({}))

test('tests set no limit to the time that something takes', () => expect(counted(limiting)).toEqual(allowed(limits)))
