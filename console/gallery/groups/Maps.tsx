import { traitsOf } from '@waystation/contract/models/traits'
import { z } from 'zod'
import { CallError } from '~/api/call-error'
import { Form, JsonField, KeyListField, MapField, ModelsField, SubmitButton } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

const Schema = z.object({ map: z.string(), prices: z.string(), json: z.string(), models: z.string(), keys: z.string() })
const mapping = JSON.stringify({ 'gpt-4o': 'gpt-4o-2024-11-20', 'claude-sonnet-4-5': 'anthropic.claude-sonnet-4-5-20250929-v1:0' })
const initial = {
  map: mapping,
  prices: '{"gpt-5": 1.25, "gpt-5-mini": 0.25, "text-embedding-3-small": 2e-2}',
  json: '{"temperature": 0}',
  models: 'gpt-5,gpt-5-mini,gpt-4o-,claude-sonnet-4-5',
  keys: 'sk-first-0123456789abcdef\nsk-second-0123456789abcdef',
}
const known = ['gpt-5', 'gpt-5-mini', 'gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5']
/** As many as a reseller lists: of several makers, of nobody, and with long names. */
const lineages = ['gpt-5', 'claude-sonnet', 'gemini-3', 'qwen3', 'deepseek-v3', 'grok-4', 'kimi-k2', 'house-model']
const listed = lineages.flatMap((lineage, index) =>
  Array.from({ length: 72 - 9 * index }, (_, nth) =>
    nth % 9 === 8 ? `${lineage}-${nth}-preview-2026-01-15-with-a-long-name` : `${lineage}-${nth}`,
  ),
)
const makerOf = (name: string) => traitsOf(name).maker
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 600))

export default function Maps() {
  const say = useSay()
  return (
    <>
      <Specimen part="MapField" text={say('Rows of key and value; one can paste many.', '键值对逐行编辑，可批量粘贴。')}>
        <Form schema={Schema} initial={initial} onSubmit={later}>
          <Mapping say={say} />
          <MapField
            name="prices"
            kind="number"
            label={say('Prices', '价格')}
            keyLabel={say('Model', '模型')}
            valueLabel={say('Price', '价格')}
            unit="$ / M"
          />
          <div>
            <SubmitButton>{say('Send it', '提交')}</SubmitButton>
          </div>
        </Form>
      </Specimen>
      <MapStates say={say} />
      <Models say={say} />
      <Specimen part="JsonField, KeyListField">
        <Form schema={Schema} initial={initial} onSubmit={later}>
          <JsonField name="json" label={say('Fields to replace', '覆盖的字段')} />
          <KeyListField name="keys" label={say('Keys', '密钥')} />
        </Form>
        <Form schema={Schema} initial={{ ...initial, json: '{"temperature": ', keys: '' }} onSubmit={later}>
          <JsonField name="json" label={say('Broken', '有误的内容')} />
          <KeyListField name="keys" label={say('No key', '暂无密钥')} placeholder="sk-…" />
        </Form>
      </Specimen>
    </>
  )
}

function Mapping({ say, disabledReason }: { readonly say: Say; readonly disabledReason?: string }) {
  return (
    <MapField
      name="map"
      label={say('Model mapping', '模型映射')}
      keyLabel={say('Asked for', '请求的模型')}
      valueLabel={say('Sent upstream', '发送给上游')}
      keyPlaceholder="gpt-4o"
      knownKeys={known}
      disabledReason={disabledReason}
    />
  )
}

function MapStates({ say }: { readonly say: Say }) {
  return (
    <Specimen title={say('Empty, wrong, disabled, not flat', '空、有误、停用、非键值对')}>
      <Form schema={Schema} initial={{ ...initial, map: '' }} onSubmit={later}>
        <Mapping say={say} />
      </Form>
      <Form schema={Schema} initial={{ ...initial, map: '{"gpt-4o": "", "o3": "o3-2025"}' }} onSubmit={later}>
        <Mapping say={say} />
      </Form>
      <Form schema={Schema} initial={initial} onSubmit={later}>
        <Mapping say={say} disabledReason={say('needs a super admin', '需要超级管理员')} />
      </Form>
      <Form schema={Schema} initial={{ ...initial, map: '{"gpt-4o": {"to": "gpt-5"}}' }} onSubmit={later}>
        <Mapping say={say} />
      </Form>
    </Specimen>
  )
}

function Models({ say }: { readonly say: Say }) {
  const refuse = async () => {
    await later()
    throw new CallError({
      message: say('The model list could not be had: the upstream rejected the key (401)', '没有取得模型列表：上游拒绝了该密钥（401）'),
      code: 'models_fetch_failed',
      status: 200,
    })
  }
  const label = say('Models', '模型')
  return (
    <Specimen part="ModelsField" text={say('Enter takes the highlighted match.', '回车选中高亮的匹配项。')}>
      <Form schema={Schema} initial={initial} onSubmit={later}>
        <ModelsField name="models" label={label} known={known} fetchModels={refuse} />
      </Form>
      <Form schema={Schema} initial={{ ...initial, models: '' }} onSubmit={later}>
        <ModelsField
          name="models"
          label={say('Models to fetch', '待获取的模型')}
          fetchModels={() => later().then(() => known)}
          hint={say('What the channel serves', '渠道提供的模型')}
        />
      </Form>
      <Form schema={Schema} initial={{ ...initial, models: '' }} onSubmit={later}>
        <ModelsField
          name="models"
          label={say('Cannot ask yet', '暂时无法获取')}
          known={known}
          fetchModels={refuse}
          fetchDisabledReason={say('Enter a key first', '请先填写密钥')}
        />
      </Form>
      <Form schema={Schema} initial={{ ...initial, models: 'gpt-5-0,gpt-5-1,kimi-k2-3' }} onSubmit={later}>
        <ModelsField name="models" label={say('Many, by maker', '大量模型，按厂商分组')} known={listed} makerOf={makerOf} />
      </Form>
    </Specimen>
  )
}
