import type { ListSource } from '~/api/list'
import {
  type Action,
  type Card,
  type Column,
  EditIcon,
  KeyIcon,
  ListTable,
  PowerIcon,
  QuotaText,
  StatusTag,
  TrashIcon,
  toast,
} from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { type Say, useSay } from '../say.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly status: number
  readonly used: number
}

const rows: Row[] = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: index === 3 ? 'a-token-with-a-name-that-is-longer-than-its-column-is-wide' : `token-${index + 1}`,
  status: index % 5 === 2 ? 2 : 1,
  used: index * 1_234_567,
}))
const source = (key: string, load: ListSource<Row>['load']): ListSource<Row> => ({ key, load })
const filled = source('gallery-filled', ({ page, size, sort, filters }) => {
  const found = rows.filter((row) => row.name.includes(filters.keyword ?? '')).toSorted(byKey(sort))
  return Promise.resolve({ rows: found.slice((page - 1) * size, page * size), total: found.length })
})
/** As a server sorts: `used` upwards, `-used` downwards. */
function byKey(sort: string | undefined): (a: Row, b: Row) => number {
  const way = sort?.startsWith('-') ? -1 : 1
  if (sort?.endsWith('name')) return (a, b) => way * a.name.localeCompare(b.name)
  return sort?.endsWith('used') ? (a, b) => way * (a.used - b.used) : (a, b) => a.id - b.id
}
const empty = source('gallery-empty', () => Promise.resolve({ rows: [], total: 0 }))
const failing = source('gallery-failing', () => Promise.reject(new Error('503')))
const waiting = source('gallery-waiting', () => new Promise(() => undefined))

const columns: Column<Row>[] = [
  { field: 'name', title: 'token.name', isFixed: true, sortKey: 'name', width: 200, grow: 2 },
  { field: 'status', title: 'token.status', render: (status) => <StatusTag of="token" value={status} /> },
  {
    field: 'used',
    title: 'token.used',
    align: 'right',
    sortKey: 'used',
    quota: (row) => row.used,
    render: (units) => <QuotaText value={units} zeroIsNone />,
  },
]
const card = (row: Row): Card => ({
  title: row.name,
  aside: <StatusTag of="token" value={row.status} />,
  meta: <QuotaText value={row.used} />,
})

export default function Lists() {
  const say = useSay()
  const common = { columns, card, empty: { icon: <KeyIcon />, title: say('No tokens yet', '还没有令牌') } }
  return (
    <>
      <Specimen part="ListTable" isWide>
        <ListTable
          {...common}
          list={filled}
          name="gallery"
          filters={[
            { kind: 'search', name: 'keyword', label: say('Find a token', '查找令牌') },
            { kind: 'select', name: 'state', label: say('State', '状态'), choices: [{ value: '1', label: say('Switched on', '已开启') }] },
            { kind: 'text', name: 'owner', label: say('Owner', '所有者') },
            { kind: 'flag', name: 'mine', label: say('Only mine', '仅我的') },
          ]}
          isDim={(row) => row.status !== 1}
          onOpen={(row) => toast.info(row.name)}
          actions={(row) => rowActions(row, say)}
          bulk={(chosen, clear) => [
            { label: say('Switch off', '停用'), run: () => clear(), disabledReason: chosen.length > 3 ? '> 3' : undefined },
          ]}
          expand={(row) => <p>{row.name}</p>}
          hasCsv
        />
      </Specimen>
      <Specimen title={say('Nothing in it', '空列表')}>
        <ListTable {...common} list={empty} onCreate={() => undefined} createLabel={say('New token', '新建令牌')} />
      </Specimen>
      <Specimen title={say('Cannot be loaded', '无法加载')}>
        <ListTable {...common} list={failing} />
      </Specimen>
      <Specimen title={say('On its way', '等待数据')} isWide>
        <div data-stays>
          <ListTable {...common} list={waiting} />
        </div>
      </Specimen>
    </>
  )
}

function rowActions(row: Row, say: Say): Action[] {
  return [
    { label: say('Change…', '修改…'), icon: <EditIcon />, run: () => undefined },
    {
      label: say('Switch off', '停用'),
      icon: <PowerIcon />,
      run: () => toast.undo(`${row.name}: ${say('off', '已停用')}`, () => Promise.resolve()),
      disabledReason: row.status === 1 ? undefined : say('It is off', '已经停用'),
    },
    { label: say('Remove…', '移除…'), icon: <TrashIcon />, danger: true, confirm: row.name, run: () => undefined },
    { label: say('Its calls', '调用记录'), run: () => undefined },
  ]
}
