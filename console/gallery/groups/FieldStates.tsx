import { useState } from 'react'
import { z } from 'zod'
import { CallError } from '~/api/call-error'
import { FormStore } from '~/ui/form/form-store'
import {
  Button,
  Form,
  FormDrawer,
  FormFailure,
  FormSection,
  NumberField,
  QuotaField,
  SelectField,
  SubmitButton,
  SwitchField,
  TagsField,
  TextField,
  useDrawer,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const Schema = z.object({ name: z.string(), count: z.number(), quota: z.number(), kind: z.string(), tags: z.string(), is_on: z.boolean() })
const initial = {
  name: 'prod backend',
  count: -3,
  quota: 2_500_000,
  kind: 'a',
  tags: 'qq.com,a-domain-that-is-much-longer-than-most.example.com',
  is_on: true,
}

export default function FieldStates() {
  const say = useSay()
  const [wrong] = useState(() => storeWithErrors(say))
  return (
    <>
      <Specimen title={say('Wrong', '有误')}>
        <Form schema={Schema} initial={initial} store={wrong} onSubmit={() => undefined}>
          <Some say={say} />
        </Form>
      </Specimen>
      <Specimen title={say('Cannot be changed now', '当前不可修改')}>
        <Form schema={Schema} initial={initial} onSubmit={() => undefined}>
          <Some say={say} disabledReason={say('needs a super admin', '需要超级管理员')} />
        </Form>
      </Specimen>
      <Specimen title={say('Refused when it is sent', '提交后被拒绝')}>
        <Form schema={Schema} initial={initial} onSubmit={() => refuse(say)}>
          <FormFailure />
          <TextField name="name" label={say('Name', '名称')} />
          <div>
            <SubmitButton>{say('Send it', '提交')}</SubmitButton>
          </div>
        </Form>
      </Specimen>
      <DrawerSpecimen say={say} />
      <Specimen title={say('Long words', '长文字')}>
        <Form
          schema={Schema}
          initial={{ ...initial, name: 'a-name-of-a-token-that-is-as-long-as-it-may-be-in-here' }}
          onSubmit={() => undefined}
        >
          <TextField
            name="name"
            isRequired
            label={say(
              'A label that needs more room than most labels ever get on a phone',
              '一个比大多数手机屏幕上的标签都要长得多的字段名称，用来检查换行',
            )}
            hint={say(
              'A hint of two sentences. It wraps below the field and pushes nothing else away.',
              '由两句话组成的提示。它在字段下方换行，不会挤开其他内容。',
            )}
          />
        </Form>
      </Specimen>
    </>
  )
}

function Some({ say, disabledReason }: { readonly say: Say; readonly disabledReason?: string }) {
  return (
    <FormSection>
      <TextField name="name" label={say('Name', '名称')} disabledReason={disabledReason} isRequired />
      <NumberField name="count" label={say('How many', '数量')} disabledReason={disabledReason} />
      <QuotaField name="quota" label={say('Allowance', '可用金额')} presetsInDollars={[5]} disabledReason={disabledReason} />
      <SelectField
        name="kind"
        label={say('Vendor', '供应商')}
        choices={[{ value: 'a', label: 'OpenAI' }]}
        disabledReason={disabledReason}
      />
      <TagsField name="tags" label={say('Email domains', '邮箱域名')} disabledReason={disabledReason} />
      <SwitchField name="is_on" label={say('May be used', '允许使用')} disabledReason={disabledReason} />
    </FormSection>
  )
}

function storeWithErrors(say: Say): FormStore {
  const errors = {
    name: say('Taken already', '名称已被占用'),
    count: say('No less than 1', '不能小于 1'),
    kind: say('Not offered here', '此处不可用'),
    tags: say('Not a domain', '不是域名'),
  }
  const store = new FormStore(initial, () => errors)
  store.setErrors(errors)
  return store
}

async function refuse(say: Say): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 600))
  throw new CallError({ message: say('The database is busy.', '数据库繁忙。'), code: 'unknown', status: 503 })
}

function DrawerSpecimen({ say }: { readonly say: Say }) {
  const drawer = useDrawer<{ id: number }>()
  return (
    <Specimen part="FormDrawer" text={say('Leaving it with unsaved changes asks.', '有未保存的修改时，关闭前会询问。')}>
      <div className="wraps">
        <Button onClick={() => drawer.open()}>{say('Make one…', '新建…')}</Button>
      </div>
      <FormDrawer
        drawer={drawer}
        title={say('A new token for the programs of the whole team', '为整个团队的程序新建令牌')}
        schema={Schema}
        initial={initial}
        onSubmit={() => undefined}
        submitLabel={say('Make it', '新建')}
        footnote={say('Its key is shown once', '密钥只显示一次')}
      >
        <Some say={say} />
      </FormDrawer>
    </Specimen>
  )
}
