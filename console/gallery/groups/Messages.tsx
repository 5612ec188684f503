import { type ReactNode, useState } from 'react'
import { CallError } from '~/api/call-error'
import type { ListSource } from '~/api/list'
import { MasterDetail, type MasterItem } from '~/features/inbox/MasterDetail'
import { type Chosen, CountBadge, EmptyState, InboxIcon, Markdown, MarkdownEditor, Picker, type PickerColumn, Tag } from '~/ui/kit'
import { Pager } from '~/ui/list/Pager'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

export default function Messages() {
  const say = useSay()
  return (
    <>
      <Inbox />
      <InboxStates />
      <Editors />
      <Pickers />
      <Specimen part="CountBadge">
        <div className="wraps" style={{ gap: 32 }}>
          {[0, 3, 27, 128].map((count) => (
            <CountBadge key={count} count={count}>
              <InboxIcon />
            </CountBadge>
          ))}
          <span className="text3">{say('Nothing at 0', '0 时不显示')}</span>
        </div>
      </Specimen>
    </>
  )
}

const itemsOf = (say: Say): readonly MasterItem<number>[] => [
  {
    key: 1,
    title: say('Prices of some models change: claude-sonnet-4-5 input 20% lower', '部分模型价格调整：claude-sonnet-4-5 输入降价 20%'),
    preview: say(
      'From March 20, 00:00 (UTC+8), input of claude-sonnet-4-5 costs $3.00 per million tokens in place of $3.75. Calls that run are not affected.',
      '从 3 月 20 日 00:00（UTC+8）起，claude-sonnet-4-5 的输入价格由 $3.75 / M 调整为 $3.00 / M，输出价格不变。已生效的预扣不受影响。',
    ),
    meta: say('Mar 18, 10:20', '3月18日 10:20'),
  },
  {
    key: 2,
    title: say('Quota alert: balance below $5.00', '额度提醒：余额低于 $5.00'),
    preview: say('Your balance is $4.61.', '你的账户余额为 $4.61。'),
    isUnread: true,
    aside: <Tag tone="red">{say('Unread', '未读')}</Tag>,
    meta: say('Mar 18, 08:02', '3月18日 08:02'),
  },
  { key: 3, title: say('Welcome', '欢迎使用'), meta: '2025-12-15' },
]

function Inbox() {
  const say = useSay()
  const [open, setOpen] = useState<number | undefined>(1)
  const [page, setPage] = useState(1)
  const items = itemsOf(say)
  return (
    <Specimen part="MasterDetail, Pager" text={say('Arrow keys move in the list.', '方向键在列表中移动。')} isWide>
      <MasterDetail
        label={say('Messages', '消息')}
        items={items}
        openKey={open}
        onOpen={setOpen}
        detail={
          <Markdown text={`## ${items.find(({ key }) => key === open)?.title}\n\n${say('The **whole** message.', '消息**全文**。')}`} />
        }
        noDetail={<EmptyState icon={<InboxIcon />} title={say('No message open', '未打开消息')} />}
        empty={null}
        foot={<Pager isNarrow state={{ page, size: 7, setPage }} total={27} />}
      />
    </Specimen>
  )
}

function InboxStates() {
  const say = useSay()
  const shared = {
    label: say('Messages', '消息'),
    openKey: undefined,
    onOpen: () => undefined,
    detail: null,
    noDetail: <EmptyState icon={<InboxIcon />} title={say('Nothing chosen', '未选择')} />,
    empty: (
      <EmptyState
        icon={<InboxIcon />}
        title={say('No messages', '暂无消息')}
        text={say('You have not received any.', '你还没有收到任何消息。')}
      />
    ),
  }
  return (
    <Specimen title={say('Empty, failed, loading', '空、失败、加载中')} isWide>
      <MasterDetail {...shared} items={[]} />
      <MasterDetail
        {...shared}
        items={[]}
        error={new CallError({ message: say('The database is busy.', '数据库繁忙。'), code: 'unknown', status: 503 })}
        onRetry={() => undefined}
      />
      <div data-stays>
        <MasterDetail {...shared} items={[]} isLoading />
      </div>
    </Specimen>
  )
}

function Editors() {
  const say = useSay()
  const [text, setText] = useState(() =>
    say(
      '## Night prices\nFrom **March 20, 00:00**, calls between 01:00 and 08:00 cost × 0.8.\n\n| Model | Now | Night |\n|---|--:|--:|\n| qwen3-max | $1.20 | $0.96 |\n\nSee [prices](/pricing).',
      '## 夜间价格\n从 **3 月 20 日 00:00** 起，每天 01:00 到 08:00 的调用按 × 0.8 计费。\n\n| 模型 | 现价 | 夜间 |\n|---|--:|--:|\n| qwen3-max | $1.20 | $0.96 |\n\n详见[价格页](/pricing)。',
    ),
  )
  const [other, setOther] = useState('')
  return (
    <Specimen part="MarkdownEditor, MarkdownField" isWide>
      <MarkdownEditor value={text} onChange={setText} control={{ 'aria-label': say('Content', '内容') }} />
      <MarkdownEditor
        value={other}
        onChange={setOther}
        height={96}
        placeholder={say('Write a message', '输入消息内容')}
        control={{ 'aria-label': say('Content, wrong', '内容，有误'), 'aria-invalid': true }}
      />
    </Specimen>
  )
}

interface Person {
  readonly id: number
  readonly username: string
  readonly name: string
}

const people = Array.from(
  { length: 57 },
  (_, index): Person => ({ id: 900 - index * 7, username: `batch-${index + 1}`, name: `B ${index + 1}` }),
)
const source = (key: string, load: ListSource<Person>['load']): ListSource<Person> => ({ key: `gallery-${key}`, load })
const found = source('people', async ({ page, size, filters }) => {
  const rows = people.filter(({ username }) => username.includes(filters.keyword ?? ''))
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length }
})
const endless = source('slow', () => new Promise(() => undefined))
const failing = source('failing', async () => {
  throw new CallError({ message: '', code: 'network', status: 0 })
})

function Pickers() {
  const say = useSay()
  const [picked, setPicked] = useState<Chosen<Person>>(() => new Map(people.slice(3, 15).map((one) => [one.id, one])))
  const columns: readonly PickerColumn<Person>[] = [
    { title: 'ID', cell: ({ id }) => <span className="text3">#{id}</span>, isMinor: true },
    { title: say('Username', '用户名'), cell: ({ username }) => username },
    { title: say('Display name', '显示名'), cell: ({ name }) => name },
  ]
  const shared = {
    searchName: 'keyword',
    searchLabel: say('ID, username or display name', 'ID、用户名或显示名'),
    columns,
    nameOf: ({ username }: Person): string => username,
    idOf: ({ id }: Person): number => id,
  }
  const other = (label: string, list: ListSource<Person>, error?: string): ReactNode => (
    <Picker {...shared} label={label} list={list} picked={new Map()} onChange={() => undefined} error={error} />
  )
  return (
    <>
      <Specimen part="Picker" text={say('With Shift: all up to there.', '按住 Shift 可连续选择。')}>
        <Picker {...shared} label={say('Recipients', '收件人')} isRequired list={found} picked={picked} onChange={setPicked} />
      </Specimen>
      <Specimen title={say('Failed, loading', '失败、加载中')}>
        {other(say('Failed', '失败'), failing, say('Select at least one recipient', '请选择至少一个收件人'))}
        <div data-stays>{other(say('Loading', '加载中'), endless)}</div>
      </Specimen>
    </>
  )
}
