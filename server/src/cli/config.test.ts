// `waystation config …`, next to a running server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { rowsAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

const hello = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

eachKind('waystation config', (kind) => {
  let world: World
  let folder = ''
  let file = ''
  beforeAll(async () => {
    world = await openWorld({ database: kind, channel: null })
    folder = mkdtempSync(join(tmpdir(), 'waystation-config-'))
    file = join(folder, 'waystation.yaml')
    writeFileSync(join(folder, 'pw'), 'canary-mail-pw\n')
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const run = (...words: string[]) =>
    waystation(['config', ...words], databaseUrl(world.address), '', { DATA_DIR: world.folder, FAR_KEY: 'canary-far-key' })
  const audited = () => rowsAt(world.address, "select action, target, detail from audit where actor_name = 'command line' order by id")

  test('a running server serves what is applied, a second run changes nothing, and no secret is printed', async () => {
    const channel = `  - {name: fake, type: Custom, key: {env: FAR_KEY}, base_url: "${world.provider.url}", models: [fake-chat]}\n`
    writeFileSync(file, `options:\n  SystemName: From a file\n  SMTPToken: {file: pw}\nchannels:\n${channel}`)
    expect((await world.post('/v1/chat/completions', hello)).status).not.toBe(200)

    const planned = await run('plan', file)
    expect(planned).toEqual({ code: 3, text: expect.stringContaining('2 settings to change, 1 channel to create, 0 channels to change.') })
    expect(await run('apply', file)).toEqual({ code: 2, text: expect.stringContaining('Agree with --yes.') })
    expect(await audited()).toEqual([])
    const applied = await run('apply', file, '--yes')
    expect(applied).toEqual({ code: 0, text: expect.stringContaining('Done: SystemName, SMTPToken\nDone: channel "fake"\n') })

    await expect.poll(async () => (await world.post('/v1/chat/completions', hello)).status).toBe(200)
    expect(world.provider.requests.at(-1)?.headers.authorization).toBe('Bearer canary-far-key')
    const again = await run('apply', file, '--yes')
    expect(again).toEqual({ code: 0, text: expect.stringContaining('Nothing would change.') })
    expect((await run('plan', file)).code).toBe(0)

    const exported = await run('export')
    expect(exported).toEqual({ code: 0, text: expect.stringContaining('SystemName: From a file') })
    const rows = await audited()
    expect(rows.map(({ action }) => action)).toEqual(['option.update', 'option.update', 'channel.create'])
    for (const { text } of [planned, applied, again, exported, { text: JSON.stringify(rows) }]) expect(text).not.toContain('canary')
  })

  test('what was changed in the console shows, and is taken back', async () => {
    const [row] = (await world.console.call<{ id: number }[]>('GET', '/api/channel/')) ?? []
    await world.console.call('PUT', '/api/channel/', { id: row?.id, models: 'fake-chat,other', system_prompt: 'Be kind.' })
    const planned = await run('plan', file)
    expect(planned).toEqual({ code: 3, text: expect.stringContaining('    models: - other\n    system_prompt: "Be kind." → ""\n') })
    const told = await run('plan', file, '--json')
    expect(JSON.parse(told.text)).toMatchObject({
      counts: { options: 0, channels_created: 0, channels_changed: 1 },
      channels: [
        { name: 'fake', action: 'change', changes: [{ field: 'models', before: ['fake-chat', 'other'], after: ['fake-chat'] }, {}] },
      ],
    })
    expect((await run('apply', file, '--yes')).code).toBe(0)
    const stored = () => world.console.call<{ models: string }>('GET', `/api/channel/${row?.id}`)
    expect(await stored()).toMatchObject({ models: 'fake-chat', system_prompt: '' })
    expect((await world.post('/v1/chat/completions', hello)).status).toBe(200)
  })

  test('a file is written, and mistakes and misuse are told with their exit codes', async () => {
    const copy = join(folder, 'copy.yaml')
    expect(await run('export', copy)).toEqual({ code: 0, text: '' })
    expect(readFileSync(copy, 'utf8')).toContain('name: fake\n    # key: {env: FAKE_KEY}\n')
    expect((await run('plan', copy)).code).toBe(0)
    writeFileSync(copy, 'options:\n  RetryTimes: many\n')
    expect(await run('plan', copy)).toEqual({ code: 1, text: `${copy}:2: options RetryTimes: must be a number\n` })
    expect((await run('apply', copy, '--yes')).code).toBe(1)
    const told = await run('plan', copy, '--json')
    expect(told.code).toBe(1)
    expect(JSON.parse(told.text)).toEqual({ problems: [{ line: 2, place: 'options RetryTimes', message: 'must be a number' }] })
    expect(await run('plan', join(folder, 'nowhere'))).toEqual({ code: 1, text: expect.stringContaining('no such file') })
    for (const words of [[], ['plan'], ['plan', copy, '--yes'], ['export', copy, copy], ['plan', copy, '--nothing']])
      expect(await run(...words)).toEqual({ code: 2, text: expect.stringContaining('Usage: waystation config') })
  })
})
