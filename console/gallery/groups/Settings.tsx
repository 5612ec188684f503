import { useState } from 'react'
import { z } from 'zod'
import { CallError } from '~/api/call-error'
import {
  Button,
  MapField,
  NumberField,
  QuotaField,
  SelectField,
  SettingRow,
  SettingsCard,
  SettingsLayout,
  SwitchField,
  TextField,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const Monitoring = z.object({
  is_on: z.boolean(),
  again: z.boolean(),
  slowest: z.number().min(1),
  reminder: z.number(),
  ratios: z.string(),
})
const Site = z.object({ name: z.string().min(1), address: z.string(), kind: z.string() })
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 900))

export default function Settings() {
  const say = useSay()
  return (
    <Specimen
      part="SettingsLayout, SettingsCard, SettingRow"
      text={say('Leaving with unsaved changes asks.', '有未保存的修改时，离开前会询问。')}
      isWide
    >
      <SettingsLayout
        label={say('Sections', '分区')}
        cards={[
          { key: 'monitoring', title: say('Watching', '监控') },
          { key: 'site', title: say('This site', '本站') },
          { key: 'locked', title: say('Payment gateway', '支付网关') },
        ]}
      >
        <MonitoringCard say={say} />
        <SiteCard say={say} />
        <LockedCard say={say} />
      </SettingsLayout>
    </Specimen>
  )
}

function MonitoringCard({ say }: { readonly say: Say }) {
  const [saved, setSaved] = useState<z.infer<typeof Monitoring>>({
    is_on: true,
    again: false,
    slowest: 5,
    reminder: 500_000,
    ratios: '{"vip":0.8}',
  })
  const save = async (changed: Partial<z.input<typeof Monitoring>>) => {
    await later()
    setSaved({ ...saved, ...changed })
  }
  return (
    <SettingsCard
      id="monitoring"
      title={say('Watching', '监控')}
      text={say('What happens when a channel fails', '渠道出错时的处理')}
      schema={Monitoring}
      initial={saved}
      onSave={save}
    >
      <SwitchField
        name="is_on"
        label={say('Disable failing channels', '自动禁用出错渠道')}
        hint={say('On errors or keywords', '出错或匹配关键词时')}
      />
      <NumberField
        name="slowest"
        label={say('Slowest answer', '最长响应时间')}
        hint={say('A slower channel is disabled', '更慢的渠道会被禁用')}
        unit="s"
      />
      <SwitchField
        name="again"
        label={say('Enable once it recovers', '恢复后自动启用')}
        hint={say('After a test that went well', '测试成功之后')}
      />
      <QuotaField name="reminder" label={say('Remind below', '余额提醒')} />
      <MapField
        name="ratios"
        kind="number"
        label={say('Prices of groups', '分组倍率')}
        keyLabel={say('Group', '分组')}
        valueLabel={say('Times', '倍率')}
        isWide
      />
    </SettingsCard>
  )
}

function SiteCard({ say }: { readonly say: Say }) {
  const refuse = async () => {
    await later()
    throw new CallError({ message: say('The database is busy.', '数据库繁忙。'), code: 'unknown', status: 503 })
  }
  return (
    <SettingsCard
      id="site"
      title={say('This site', '本站')}
      schema={Site}
      initial={{ name: 'Waystation', address: 'https://gateway.example.com', kind: 'a' }}
      onSave={refuse}
      aside={<Button size="small">{say('Check it', '检查')}</Button>}
    >
      <TextField name="name" label={say('Name of the site', '站点名称')} hint={say('In the bar and in mails', '显示在顶栏与邮件中')} />
      <TextField name="address" label={say('Public address', '公开地址')} />
      <SelectField
        name="kind"
        label={say('Who may register', '谁可以注册')}
        choices={[
          { value: 'a', label: say('Everybody', '所有人') },
          { value: 'b', label: say('Nobody', '不开放') },
        ]}
      />
      <SettingRow label={say('Test message', '测试消息')} help={say('Goes to your own address', '发送到你自己的邮箱')}>
        <Button onClick={later}>{say('Send one', '发送')}</Button>
      </SettingRow>
    </SettingsCard>
  )
}

function LockedCard({ say }: { readonly say: Say }) {
  return (
    <SettingsCard
      id="locked"
      title={say('Payment gateway', '支付网关')}
      schema={Site}
      initial={{ name: 'merchant-7', address: 'https://pay.example.com', kind: 'a' }}
      onSave={later}
      lockedReason={say('Only a super admin may change this', '仅超级管理员可修改')}
    >
      <TextField name="name" label={say('Merchant', '商户号')} />
      <TextField name="address" label={say('Its address', '网关地址')} />
    </SettingsCard>
  )
}
