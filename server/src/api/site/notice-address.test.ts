// The address for notices: anybody could be sent warnings otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'

eachKind('an address for notices', (kind) => {
  let console: MailConsole
  beforeAll(async () => {
    console = await openMailConsole({ kind })
  }, 180_000)
  afterAll(() => console.close())

  const save = async (as: Visitor, body: object) => (await console.call('PUT /api/user/setting', { as, body })).json
  const kept = async (as: Visitor) => {
    const { data } = (await console.call('GET /api/user/self', { as })).json as { data: { setting: string } }
    return JSON.parse(data.setting || '{}').notification_email
  }

  test('is taken with the code that was sent to it, and for its user alone', async () => {
    const [ann, bob] = [await console.user('ann'), await console.user('bob')]
    const address = 'team@a.test'
    expect(await save(ann, { notification_email: address })).toMatchObject({
      ...{ code: 'email_code_required', fields: { notification_code: expect.any(String) } },
    })
    const before = console.smtp.mails.length
    const asked = await console.call(`GET /api/verification?purpose=notices&email=${address}`, { as: ann })
    expect(asked.json.success).toBe(true)
    const mail = await console.smtp.mail(before + 1)
    expect(mail.envelopeTo).toEqual([address])
    const notification_code = /\b\d{6}\b/.exec(mail.text)?.[0]
    expect((await save(bob, { notification_email: address, notification_code })).code).toBe('code_wrong')
    expect((await save(ann, { notification_email: 'other@a.test', notification_code })).code).toBe('code_wrong')
    expect((await save(ann, { notification_email: address, notification_code: '000000x' })).code).toBe('code_wrong')
    expect(await kept(ann)).toBeUndefined()
    expect((await save(ann, { notification_email: address, notification_code })).success).toBe(true)
    expect([await kept(ann), await kept(bob)]).toEqual([address, undefined])
    // Clients of the family send all settings each time.
    expect((await save(ann, { notification_email: 'Team@A.test', quota_warning_threshold: 5 })).success).toBe(true)
    expect((await save(ann, { notification_email: '' })).success).toBe(true)
    expect((await save(ann, { notification_email: address })).code).toBe('email_code_required')
  })

  test('that is the account’s own needs no code, and a code for one thing is none for the other', async () => {
    const carl = await console.user('carl')
    const code = await console.code('carl@a.test', carl)
    expect((await save(carl, { notification_email: 'carl@a.test', notification_code: code })).code).toBe('code_wrong')
    await console.confirm(carl, 'ways_in')
    const bound = await console.call(`GET /api/oauth/email/bind?email=carl@a.test&code=${code}`, { as: carl })
    expect(bound.json.success, bound.text).toBe(true)
    expect((await save(carl, { notification_email: 'Carl@a.test' })).success).toBe(true)
  })
})
