import { ChannelDraft } from '@waystation/contract/channels/channel'
import { role } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableChannel } from '../../domain/channel/health/auto-status-store.ts'
import { untold } from '../../domain/channel/testing/untold.ts'
import { openTestInstallation, type TestInstallation } from '../testing/test-installation.ts'
import { applyPlan, applyShown } from './apply.ts'

let here: TestInstallation
beforeAll(async () => {
  here = await openTestInstallation()
})
afterAll(() => here.close())

const channel = (more: string) => `channels:\n  - name: a\n    type: OpenAI\n    key: {env: KEY}\n    models: [m]\n${more}`

test.each([
  ['options: {Nobody: 1}', 'f:1: options Nobody: there is no such setting'],
  ['options:\n  Footer: x\n  RetryTimes: many', 'f:3: options RetryTimes: must be a number'],
  ['options: {RetryTimes: -1}', 'f:1: options RetryTimes: must be at least 0'],
  ['options: {SystemName: 1.10}', 'f:1: options SystemName: must be a text: put it in quotation marks'],
  ['options: {DataExportEnabled: "yes"}', 'f:1: options DataExportEnabled: must be true or false'],
  ['options: {ModelRatio: {m: free}}', 'f:1: options ModelRatio: m: must be a number'],
  ['options: {SMTPToken: canary-secret}', 'f:1: options SMTPToken: a secret does not stand in the file itself'],
  ['options: {SMTPToken: null}', 'f:1: options SMTPToken: a secret cannot be taken away here'],
  ['options: {SMTPToken: {env: NOBODY}}', 'f:1: options SMTPToken: the environment variable NOBODY is not set'],
  [
    'options:\n  SMTPToken:\n    file: there',
    'f:2: options SMTPToken: the file /nowhere/there, which the configuration names, is not there',
  ],
  ['options: {SMTPToken: {env: EMPTY}}', 'f:1: options SMTPToken: the environment variable EMPTY is empty'],
  ['options:\n  EmailVerificationEnabled: true', 'f:2: options EmailVerificationEnabled: Before turning this on, fill in: SMTPServer'],
  ['options: {PasswordLoginEnabled: false}', 'f:1: options PasswordLoginEnabled: '],
  ['options: {Footer: a, Footer: b}', 'f:1: Map keys must be unique'],
  ['options: [', 'f:1: '],
  ['options: [Footer]', 'f:1: options: must be a map'],
  ['', 'f:1: must be a map with the sections options and channels'],
  ['groups: {}', 'f:1: groups: there is no such section'],
  ['channels: {a: 1}', 'f:1: channels: must be a list'],
  ['channels:\n  - name: x', 'f:2: channels "x" type: '],
  ['channels:\n  - a', 'f:2: channels entry 1: must be a map'],
  [channel('    type: Nobody'), 'f:6: Map keys must be unique'],
  [channel('    colour: red'), 'f:6: channels "a" colour: there is no such field'],
  [channel('    base_url: ftp://x'), 'f:6: channels "a" base_url: Invalid address: ftp://x'],
  [channel('    setting:\n      nobody: 1'), 'f:6: channels "a" setting: The channel settings have no key nobody'],
  [channel('    setting: {proxy: "http://u:canary-secret@p"}'), 'f:6: channels "a" setting proxy: its password is a secret'],
  [channel('    setting: {proxy: "http://u:***@p"}'), 'f:6: channels "a" setting: '],
  [channel('    status: 3'), 'f:6: channels "a" status: must be enabled or disabled'],
  [channel('    model_mapping: {a: 1}'), 'f:6: channels "a" model_mapping a: must be a text'],
  [channel('    param_override: "{}"'), 'f:6: channels "a" param_override: must be a map'],
  [channel('    priority: high'), 'f:6: channels "a" priority: must be a number'],
  [channel('  - {name: a, type: 1, key: {env: KEY}, models: [m]}'), 'f:6: channels "a" name: this name stands in the file twice'],
  ['channels: [{name: a, type: 1, models: [m]}]', 'f:1: channels "a" key: Enter a key'],
  ['channels: [{name: a, type: 1, key: canary-secret, models: [m]}]', 'f:1: channels "a" key: a secret does not stand'],
  ['channels: [{name: a, type: 33, key: {env: KEY}, models: [m]}]', 'f:1: channels "a" key: The key is not in the format'],
  ['channels: [{name: a, type: 1, key: {env: KEY}}]', 'f:1: channels "a" models: Select at least one model'],
  ['channels: [{name: a, type: Nobody, key: {env: KEY}, models: [m]}]', 'f:1: channels "a" type: there is no provider called Nobody'],
])('%s is refused', async (text, words) => {
  const lines = await here.plan(text, { KEY: 'canary-secret', EMPTY: ' ' })
  expect(lines).toEqual([expect.stringContaining(words)])
  expect(lines.join()).not.toContain('canary-secret')
})

test('all that is wrong is told at once, in the order of the file', async () => {
  const text = 'options:\n  A: 1\n  EmailVerificationEnabled: true\n  TurnstileCheckEnabled: true\nchannels:\n  - type: 1\n    weight: -1\n'
  const places = (await here.plan(text)).map((line) => line.split(': ').slice(0, 2).join(': '))
  expect(places).toEqual([
    ...['f:2: options A', 'f:3: options EmailVerificationEnabled', 'f:4: options TurnstileCheckEnabled'],
    ...['f:6: channels entry 1 name', 'f:7: channels entry 1 weight'],
  ])
})

test('a plan shows lists and maps by what is in them, keeps what is not named, and tells of secrets only that they change', async () => {
  const base = { KEY: 'far-key-1', PW: 'mail-pw' }
  await here.apply('options: {SMTPToken: {env: PW}, Footer: x, GroupRatio: {default: 1, vip: 1}}', base)
  await here.apply('channels: [{name: other, type: 1, key: {env: KEY}, models: [m]}]', base)
  await here.apply(channel('    remark: old\n'), base)
  const text = `options:
  SMTPToken: {env: PW}
  GroupRatio: {default: 1, vip: 0.5, new: 2}
  RetryTimes: null
channels:
  - name: a
    type: OpenAI
    key: {env: KEY}
    models: [m-2]
    groups: [vip, default]
    system_prompt: "two words"
`
  expect(await here.plan(text, base)).toEqual([
    '~ options GroupRatio: ~ vip: 1 → 0.5, + new: 2',
    '~ channels "a"',
    '    models: + m-2, - m',
    '    groups: + vip',
    '    remark: old → ""',
    '    system_prompt: "" → "two words"',
    '1 changed setting not in the file: kept as they are: Footer',
    '1 channel not in the file: kept as they are: other',
    '1 setting to change, 0 channels to create, 1 channel to change.',
  ])
  const others = await here.plan(text, { KEY: 'far-key-2', PW: 'mail-pw-2' })
  expect(others).toContain('~ options SMTPToken: changed (a secret)')
  expect(others).toContain('    key: changed (a secret)')
  expect(others.join()).not.toMatch(/far-key|mail-pw/)
})

test('a channel that the gateway has disabled is left to the gateway', async () => {
  const text = 'channels: [{name: sick, type: 1, key: {env: KEY}, models: [m]}]'
  await here.apply(text, { KEY: 'k' })
  const { channels } = await here.open()
  const id = Number((await channels()).get('sick')?.[0]?.id)
  await here.database.run(disableChannel, { id, cause: { reason: 'dead' }, telling: untold })
  expect((await here.plan(text, { KEY: 'k' })).at(-1)).toBe('Nothing would change.')
  expect((await here.exported()).text).not.toContain('status')
  expect(await here.plan(text.replace('}]', ', status: disabled}]'), { KEY: 'k' })).toContain('    status: enabled → disabled')
})

test('channels of one name are neither exported nor changed', async () => {
  const { writer } = await here.open()
  for (const models of [['m-1'], ['m-2']])
    await writer.create({ role: role.root }, ChannelDraft.decode({ name: 'twice', type: 1, key: 'k', models: models.join() }))
  expect(await here.plan('channels: [{name: twice, type: 1, models: [m]}]')).toEqual([
    'f:1: channels "twice" name: 2 channels are called so: rename them first, so that each has a name of its own',
  ])
  const { text, ambiguous } = await here.exported()
  expect(ambiguous).toEqual(['twice'])
  expect(text).not.toContain('twice')
})

test('where a channel cannot be made, it is told what is done, and a second run does the rest', async () => {
  const text = `options: {Footer: new}
channels:
  - {name: first, type: 1, key: {env: KEY}, models: [m]}
  - {name: second, type: 1, key: {env: KEY}, models: [m]}
`
  const { plan, installation: failing } = await here.planned(text, { KEY: 'k' })
  if (!plan) throw new Error('no plan')
  let made = 0
  const create: typeof failing.writer.create = (...given) => {
    made += 1
    return made === 2 ? Promise.reject(new Error('the database went away')) : failing.writer.create(...given)
  }
  const said: string[] = []
  const writer = { create, change: failing.writer.change.bind(failing.writer) }
  const applied = applyPlan(plan, { ...failing, writer }, (line) => said.push(line))
  await expect(applied).rejects.toThrow('the database went away')
  expect(said).toEqual(['Done: Footer', 'Done: channel "first"', 'Not done: channel "second"'])
  expect(await here.apply(text, { KEY: 'k' })).toEqual(['Done: channel "second"'])
})

test('what somebody else has changed since the plan was shown is not overwritten unseen', async () => {
  const text = 'options: {SystemName: shown}'
  const { plan, installation, again } = await here.planned(text)
  if (!plan) throw new Error('no plan')
  await here.apply('options: {SystemName: of somebody else}')
  const said: string[] = []
  const apply = () => applyShown(plan, { installation, again }, (line) => said.push(line))
  expect([await apply(), said]).toEqual([false, []])
  await here.apply('options: {SystemName: null}')
  expect([await apply(), said]).toEqual([true, ['Done: SystemName']])
})
