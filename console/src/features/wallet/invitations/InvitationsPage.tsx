import { getWallet, listInvited } from '@waystation/contract/api/money/wallet'
import { dollarsOf } from '@waystation/contract/money/quota'
import { list, type RowOf } from '~/api/list'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import { Invite } from '~/shared/rewards/Rewards'
import { Arriving, type Card, type Column, ListTable, Page, QuotaText, Tag, TimeText, UsersIcon } from '~/ui/kit'

type Invited = RowOf<typeof listInvited>

const invitedList = list(listInvited, { first: 1 })

const earned = ({ gift, rebates }: Invited): number => gift + rebates

const columns: Column<Invited>[] = [
  { field: 'name', title: 'wallet.invited.name', isFixed: true, width: 120, grow: 2, render: (_, person) => <Name person={person} /> },
  { field: 'joined_at', title: 'wallet.invited.joined', width: 120, isWhole: true, grow: 1, render: (unix) => <TimeText unix={unix} /> },
  {
    field: 'gift',
    title: 'wallet.invited.gift',
    align: 'right',
    width: 130,
    grow: 1,
    quota: ({ gift }) => gift,
    render: (_, person) => <Gift person={person} />,
  },
  {
    field: 'rebates',
    title: 'wallet.invited.rebates',
    align: 'right',
    width: 90,
    grow: 1,
    quota: ({ rebates }) => rebates,
    render: (units) => <QuotaText value={units} zeroIsNone />,
  },
  {
    id: 'earned',
    field: 'id',
    title: 'wallet.invited.earned',
    align: 'right',
    width: 90,
    grow: 1,
    quota: earned,
    render: (_, person) => (
      <span className="strong">
        <QuotaText value={earned(person)} zeroIsNone />
      </span>
    ),
    csv: (person) => dollarsOf(earned(person), quotaPerUnit()),
  },
]

function Name({ person: { name, is_gone } }: { readonly person: Invited }) {
  const t = useText()
  return (
    <>
      {name} {is_gone && <Tag>{t('wallet.invited.gone')}</Tag>}
    </>
  )
}

/** What was given, or that it waits for the first payment. */
function Gift({ person: { gift, due } }: { readonly person: Invited }) {
  const t = useText()
  if (due === 0) return <QuotaText value={gift} zeroIsNone />
  return (
    <span className="text2" title={t('wallet.invited.dueHint')}>
      <QuotaText value={due} /> {t('wallet.invited.due')}
    </span>
  )
}

const card = (person: Invited): Card => ({
  title: <Name person={person} />,
  aside: <QuotaText value={earned(person)} zeroIsNone />,
  meta: <TimeText unix={person.joined_at} />,
  metaAside: <Gift person={person} />,
})

/** Who joined by the invitation of this user, when, and what each of them brought. */
export default function InvitationsPage() {
  const t = useText()
  const { data: wallet, isLoading } = useData(getWallet, {}, { refetchesOnReturn: true })
  return (
    <Page title={t('wallet.invited.title')} subtitle={t('wallet.invited.subtitle')}>
      {isLoading && <Arriving />}
      {wallet?.invitation && (
        <div className="rewards">
          <Invite invitation={wallet.invitation} />
        </div>
      )}
      <ListTable
        list={invitedList}
        name="invited"
        columns={columns}
        isDim={({ is_gone }) => is_gone}
        empty={{ icon: <UsersIcon />, title: t('wallet.invited.emptyTitle'), text: t('wallet.invited.emptyText') }}
        card={card}
        hasCsv
      />
    </Page>
  )
}
