import { z } from 'zod'
import { IpLinesField } from '~/features/tokens/TokenDrawer'
import {
  CardsField,
  ExpiryField,
  Form,
  FormFailure,
  FormSection,
  GroupField,
  GroupsField,
  KeyIcon,
  MomentField,
  NumberField,
  QuotaField,
  SecretField,
  SelectField,
  ServerIcon,
  SubmitButton,
  SwitchField,
  TagsField,
  TextField,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const Schema = z.object({
  name: z.string().min(1),
  note: z.string(),
  secret: z.string(),
  service_key: z.string(),
  count: z.number(),
  quota: z.number(),
  expires: z.number(),
  since: z.number().optional(),
  group: z.string(),
  groups: z.string(),
  ips: z.string(),
  domains: z.string(),
  kind: z.string(),
  mode: z.string(),
  is_on: z.boolean(),
})
const initial = {
  name: 'ci-review',
  note: '',
  secret: 'correct horse',
  service_key: '',
  count: 10,
  quota: 2_500_000,
  expires: -1,
  since: undefined,
  group: 'team',
  groups: 'default,vip',
  ips: '10.0.0.0/8',
  domains: 'gmail.com,outlook.com,qq.com',
  kind: 'b',
  mode: 'plain',
  is_on: true,
}
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 900))

export default function Fields() {
  const say = useSay()
  return (
    <Specimen
      part="Form, FormSection"
      text={say('The server’s own rules, the words of the user.', '规则与服务器一致，文字用用户的语言。')}
      isWide
    >
      <Form schema={Schema} initial={initial} onSubmit={later}>
        <FormFailure />
        <PlainFields />
        <OwnFields />
        <GroupFields />
        <CardFields />
        <div>
          <SubmitButton>{say('Send it', '提交')}</SubmitButton>
        </div>
      </Form>
    </Specimen>
  )
}

function PlainFields() {
  const say = useSay()
  return (
    <FormSection title={<code>TextField, SecretField, SelectField, NumberField</code>}>
      <TextField name="name" label={say('Name', '名称')} isRequired hint={say('Shown in lists', '显示在列表中')} />
      <SecretField name="secret" label={say('Password', '密码')} autoComplete="current-password" />
      <SecretField name="service_key" label={say('Key of a service', '服务密钥')} />
      <SelectField
        name="kind"
        label={say('Vendor', '供应商')}
        isSearchable
        choices={[
          { value: 'a', label: 'OpenAI' },
          { value: 'b', label: 'Anthropic' },
          { value: 'c', label: 'Vertex AI', disabledReason: say('Not in this build', '当前版本不提供') },
        ]}
      />
      <NumberField name="count" label={say('How many', '数量')} presets={[1, 10, 20]} unit={say('pieces', '个')} />
      <TextField name="note" label={say('Note', '备注')} rows={3} placeholder={say('For yourself', '仅自己可见')} isWide />
    </FormSection>
  )
}

/** Those that know what this product counts in. */
function OwnFields() {
  const say = useSay()
  return (
    <FormSection title={<code>QuotaField, ExpiryField, MomentField, SwitchField</code>}>
      <QuotaField name="quota" label={say('Allowance', '可用金额')} presetsInDollars={[1, 10, 50]} />
      <ExpiryField name="expires" label={say('Valid until', '有效期')} />
      <MomentField name="since" label={say('Valid from', '生效于')} presets={[{ label: say('At once', '立即'), unix: 1_772_100_000 }]} />
      <SwitchField name="is_on" label={say('May be used', '允许使用')} hint={say('Takes effect at once', '立即生效')} />
    </FormSection>
  )
}

function GroupFields() {
  const say = useSay()
  return (
    <FormSection title={<code>GroupField, GroupsField, IpLinesField, TagsField</code>}>
      <GroupField name="group" label={say('Group of the token', '令牌分组')} />
      <GroupsField name="groups" label={say('Groups of the channel', '渠道分组')} />
      <IpLinesField name="ips" label={say('Allowed addresses', '允许的地址')} isWide />
      <TagsField
        name="domains"
        label={say('Email domains', '邮箱域名')}
        isWide
        problemOf={(item, others) =>
          others.includes(item)
            ? say('Already in the list', '已在列表中')
            : item.includes('.')
              ? undefined
              : say('Not a domain', '不是域名')
        }
      />
    </FormSection>
  )
}

function CardFields() {
  const say = useSay()
  return (
    <FormSection title={<code>CardsField</code>} columns={1}>
      <CardsField
        name="mode"
        label={say('Way of use', '使用方式')}
        columns={2}
        searchLabel={say('Find a way', '查找方式')}
        cards={[
          {
            value: 'plain',
            title: say('For a company', '公司使用'),
            text: say('Accounts and quota for everyone.', '每人都有账户与额度。'),
            icon: <ServerIcon />,
          },
          {
            value: 'self',
            title: say('For yourself', '自己使用'),
            text: say('No registration, no prices.', '无需注册，不设价格。'),
            icon: <KeyIcon />,
          },
        ]}
      />
    </FormSection>
  )
}
