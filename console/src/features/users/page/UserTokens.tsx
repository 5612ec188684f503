import { listUserTokens } from '@waystation/contract/api/people/user-page'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { EmptyState, ErrorState, KeyIcon, Pager, QuotaText, SkeletonLines, StatusTag, Tag, TimeText } from '~/ui/kit'

type Entry = CallData<typeof listUserTokens>['items'][number]

const PAGE_SIZE = 50

/** The tokens of a user. Their keys are nobody else's to see. */
export function UserTokens({ userId }: { readonly userId: number }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const query = { p: String(page), page_size: String(PAGE_SIZE) }
  const { data, error, refresh } = useData(listUserTokens, { params: { id: userId }, query }, { keepsPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={4} />
  if (data.total === 0) return <EmptyState icon={<KeyIcon />} title={t('userPage.noTokens')} text={t('userPage.noTokensText')} />
  return (
    <div className="user-box">
      <ul className="user-rows">
        {data.items.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      {data.total > PAGE_SIZE && <Pager state={{ page, size: PAGE_SIZE, setPage }} total={data.total} />}
    </div>
  )
}

function TokenRow({ token }: { readonly token: Entry }) {
  const t = useText()
  return (
    <li>
      <div className="user-row-words">
        <div>
          <strong>{token.name}</strong> <span className="text3 number">#{token.id}</span> <StatusTag of="token" value={token.status} />{' '}
          {token.group !== '' && <Tag>{token.group}</Tag>}
        </div>
        <p>
          {t('userPage.tokenUsed')} {token.accessed_time > 0 ? <TimeText unix={token.accessed_time} style="full" /> : t('userPage.never')}
          {' · '}
          {token.expired_time > 0 && t('userPage.tokenExpires')} <TimeText unix={token.expired_time} style="full" />
        </p>
      </div>
      <dl className="user-row-figures">
        <div>
          <dt>{t('userPage.tokenLeft')}</dt>
          <dd>{token.unlimited_quota ? t('userPage.unlimited') : <QuotaText value={token.remain_quota} />}</dd>
        </div>
        <div>
          <dt>{t('user.used')}</dt>
          <dd>
            <QuotaText value={token.used_quota} />
          </dd>
        </div>
      </dl>
    </li>
  )
}
