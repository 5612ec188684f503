import { useNavigate } from '@tanstack/react-router'
import { getToken, listTokens } from '@waystation/contract/api/people/token'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Picker } from '~/shared/connect/Picker'
import TokenConnect from '~/shared/connect/TokenConnect'
import { useUrlChoosing } from '~/shared/connect/use-choosing'
import { Button, EmptyState, ErrorState, KeyIcon, Page, Select, SkeletonLines, useUrlState } from '~/ui/kit'

/** Tokens to choose from here; every row of the tokens page leads to its own as well. */
const MAX_LISTED_TOKENS = 100

/** How programs are connected with the tokens of the user. */
export default function ConnectPage() {
  const t = useText()
  const tokens = useData(listTokens, { query: { p: 0, size: MAX_LISTED_TOKENS } })
  return (
    <Page title={t('connect.title')} subtitle={t('connect.subtitle')}>
      {tokens.error ? (
        <ErrorState error={tokens.error} onRetry={tokens.refresh} />
      ) : tokens.data === undefined ? (
        <SkeletonLines />
      ) : (
        <WithToken tokens={tokens.data} />
      )}
    </Page>
  )
}

/** The token that the address names, else the first that works. */
function WithToken({ tokens }: { readonly tokens: CallData<typeof listTokens> }) {
  const t = useText()
  const { params } = useUrlState()
  const { choose, ...choosing } = useUrlChoosing()
  const usual = tokens.find(({ status }) => status === tokenStatus.enabled) ?? tokens[0]
  const id = Number(params.token ?? usual?.id)
  const token = useData(getToken, { params: { id } }, { when: Number.isInteger(id) })
  if (usual === undefined && params.token === undefined) return <NoToken />
  if (token.error) return <ErrorState error={token.error} onRetry={token.refresh} />
  if (token.data === undefined) return <SkeletonLines />
  const { name } = token.data
  const others = tokens.filter((one) => one.id !== id)
  return (
    <TokenConnect
      key={id}
      token={token.data}
      choosing={{ ...choosing, choose }}
      head={
        <Picker label={t('connect.token')}>
          <Select
            label={t('connect.token')}
            value={String(id)}
            choices={[{ id, name }, ...others].map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={(chosen) => choose({ token: chosen, model: undefined })}
            isSearchable
          />
        </Picker>
      }
    />
  )
}

function NoToken() {
  const t = useText()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<KeyIcon />}
      title={t('connect.noToken')}
      text={t('connect.noTokenText')}
      action={
        <Button kind="primary" onClick={() => navigate({ to: paths.tokens(), search: { edit: 'new' } })}>
          {t('token.create')}
        </Button>
      }
    />
  )
}
