import { tokenStatus } from '@waystation/contract/status-table'
import type { Token } from '@waystation/contract/token'
import { useText } from '~/i18n'
import { type Column, KeyIcon, KeyText, ListTable, Page, QuotaText, StatusTag, Tag, TimeText } from '~/ui/kit'
import { tokenList, useTokenCalls } from './token-queries.ts'

const columns: Column<Token>[] = [
  { field: 'name', title: 'token.name', isFixed: true },
  { field: 'status', title: 'token.status', render: (status) => <StatusTag of="token" value={status} /> },
  { field: 'key', title: 'token.key', render: (key) => <KeyText value={`sk-${key}`} />, csv: false },
  { field: 'group', title: 'token.group', render: (group) => group && <Tag>{group}</Tag> },
  { field: 'used_quota', title: 'token.used', align: 'right', render: (units) => <QuotaText value={units} /> },
  { field: 'remain_quota', title: 'token.remaining', align: 'right', render: (units) => <QuotaText value={units} /> },
  { field: 'expired_time', title: 'token.expires', render: (unix) => <TimeText unix={unix} /> },
]

export default function TokensPage() {
  const t = useText()
  const { setStatus, remove } = useTokenCalls()
  return (
    <Page title={t('token.title')} subtitle={t('token.subtitle')}>
      <ListTable
        list={tokenList}
        name="tokens"
        columns={columns}
        filters={[{ kind: 'search', name: 'keyword', label: t('token.search') }]}
        isDim={(token) => token.status !== tokenStatus.enabled}
        empty={{ icon: <KeyIcon />, title: t('token.emptyTitle'), text: t('token.emptyText') }}
        actions={(token) => [
          token.status === tokenStatus.enabled
            ? { label: t('action.disable'), run: () => setStatus(token.id, tokenStatus.disabled) }
            : { label: t('action.enable'), run: () => setStatus(token.id, tokenStatus.enabled) },
          { label: t('action.delete'), danger: true, confirm: t('token.confirmDelete', { name: token.name }), run: () => remove(token.id) },
        ]}
      />
    </Page>
  )
}
