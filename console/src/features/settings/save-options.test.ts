import { describe, expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { Cancelled } from '../../api/cancelled.ts'
import { saveOptions, saveOrder } from './save-options.ts'

test('switches that are turned off come first, those that are turned on last', () => {
  expect(saveOrder({ GitHubOAuthEnabled: true, GitHubClientId: 'id', 'oidc.enabled': false, GitHubClientSecret: 'secret' })).toEqual([
    'oidc.enabled',
    'GitHubClientId',
    'GitHubClientSecret',
    'GitHubOAuthEnabled',
  ])
})

describe('saving', () => {
  const refusing = (code: 'bad_option' | 'network', status: number, key: string) => {
    const puts: string[] = []
    const put = async (asked: string) => {
      puts.push(asked)
      if (asked === key) throw new CallError({ message: `no ${asked}`, code, status })
    }
    return { puts, put }
  }

  test('one that is refused does not keep the others from being saved', async () => {
    const { puts, put } = refusing('bad_option', 200, 'SystemName')
    const settled: string[] = []
    const result = await saveOptions({ SystemName: 'x', Logo: '/logo.png', Footer: 'f' }, put, (key) => settled.push(key))
    expect(puts).toEqual(['SystemName', 'Logo', 'Footer'])
    expect(result).toEqual({ saved: ['Logo', 'Footer'], failed: { SystemName: 'no SystemName' }, isCancelled: false })
    expect(settled).toEqual(['Logo', 'Footer'])
  })

  test('without an answer the rest is not tried, and is named as not saved', async () => {
    const { puts, put } = refusing('network', 0, 'Logo')
    const result = await saveOptions({ SystemName: 'x', Logo: '/logo.png', Footer: 'f' }, put, () => undefined)
    expect(puts).toEqual(['SystemName', 'Logo'])
    expect(result).toEqual({ saved: ['SystemName'], failed: { Logo: 'no Logo', Footer: 'no Logo' }, isCancelled: false })
  })

  test('when the user does not confirm, the rest is not tried and nothing counts as failed', async () => {
    const puts: string[] = []
    const put = async (key: string) => {
      puts.push(key)
      if (key === 'GitHubClientSecret') throw new Cancelled()
    }
    const result = await saveOptions({ SystemName: 'x', GitHubClientSecret: 's', Footer: 'f' }, put, () => undefined)
    expect(puts).toEqual(['SystemName', 'GitHubClientSecret'])
    expect(result).toEqual({ saved: ['SystemName'], failed: {}, isCancelled: true })
  })

  test('values are sent as the option writes them', async () => {
    const sent: [string, string][] = []
    const put = async (key: string, text: string) => sent.push([key, text])
    await saveOptions({ ServerAddress: 'https://a.example/', DataExportInterval: 5, DemoSiteEnabled: true }, put, () => undefined)
    expect(sent).toEqual([
      ['ServerAddress', 'https://a.example'],
      ['DataExportInterval', '5'],
      ['DemoSiteEnabled', 'true'],
    ])
  })
})
