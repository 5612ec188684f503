import { siteAttention } from '@waystation/contract/api/data'
import { listServerErrors, removeServerError, seeServerErrors } from '@waystation/contract/api/server-error'
import type { CallData } from '@waystation/contract/channels/endpoint'
import type { ServerError } from '@waystation/contract/site/server-error'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import {
  Button,
  ChevronRightIcon,
  CopyButton,
  confirm,
  DescriptionList,
  NumberText,
  OkIcon,
  Pager,
  Pending,
  Tag,
  TimeText,
  toast,
} from '~/ui/kit'
import './errors.css'

const PAGE_SIZE = 10
/** Nodes write their errors to the database every five seconds. */
const EVERY_MS = 15_000

interface ServerErrorsProps {
  /** Is it in sight? It is not refreshed otherwise. */
  readonly isOpen: boolean
}

/** What went wrong in the server itself, by kind: for the super admin. */
export function ServerErrors({ isOpen }: ServerErrorsProps) {
  const t = useText()
  const [page, setPage] = useState(1)
  const query = { p: page, page_size: PAGE_SIZE }
  const { data, error, refresh } = useData(listServerErrors, { query }, { everyMs: EVERY_MS, when: isOpen, keepsPrevious: true })
  const see = useCall(seeServerErrors, { refreshes: [listServerErrors, siteAttention] })
  return (
    <section className="errors" aria-labelledby="errors-title">
      <header>
        <div className="grow">
          <h3 id="errors-title">{t('settings.errors.title')}</h3>
          <p className="field-hint">{t('settings.errors.help')}</p>
        </div>
        {data && data.unseen > 0 && (
          <Button size="small" isBusy={see.isRunning} onClick={() => see.run({ body: { until: data.newest_at } })}>
            {t('settings.errors.seeAll', { count: data.unseen })}
          </Button>
        )}
      </header>
      {data ? (
        <Listed data={data} onSee={(kind) => see.run({ body: { id: kind.id, until: kind.last_at } })} />
      ) : (
        <Pending error={error} onRetry={refresh} />
      )}
      {data && data.total > PAGE_SIZE && <Pager state={{ page, size: PAGE_SIZE, setPage }} total={data.total} />}
    </section>
  )
}

interface ListedProps {
  readonly data: CallData<typeof listServerErrors>
  readonly onSee: (kind: ServerError) => Promise<unknown>
}

function Listed({ data, onSee }: ListedProps) {
  const t = useText()
  if (data.items.length === 0)
    return (
      <p className="errors-none">
        <span className="tone-green">
          <OkIcon />
        </span>
        {t('settings.errors.none')}
      </p>
    )
  return (
    <ul className="errors-list" aria-labelledby="errors-title">
      {data.items.map((kind) => (
        <li key={kind.id}>
          <details>
            <summary>
              <ChevronRightIcon />
              <span className="errors-what">
                <strong className={kind.unseen > 0 ? '' : 'text2'}>{kind.place}</strong>
                <span className="text3">{[kind.name, kind.code].filter((word) => word !== '').join(' ')}</span>
              </span>
              <span className="errors-when">
                {kind.unseen > 0 && <Tag tone="amber">{t('settings.errors.new', { count: kind.unseen })}</Tag>}
                <TimeText unix={kind.last_at} />
              </span>
            </summary>
            <Kind kind={kind} onSee={onSee} />
          </details>
        </li>
      ))}
    </ul>
  )
}

interface KindProps {
  readonly kind: ServerError
  readonly onSee: ListedProps['onSee']
}

/** What is known of a kind, and what can be done with it. */
function Kind({ kind, onSee }: KindProps) {
  const t = useText()
  const remove = useCall(removeServerError, { refreshes: [listServerErrors, siteAttention] })
  const ask = async () => {
    const question = { title: t('settings.errors.confirmRemove', { place: kind.place }), text: t('settings.errors.confirmRemoveText') }
    if (!(await confirm({ ...question, yes: t('settings.errors.remove'), isDanger: true }))) return
    await remove.run({ params: { kind: kind.id } })
    toast.done(t('settings.errors.removed'))
  }
  const facts = [
    { label: t('settings.errors.times'), value: <NumberText value={kind.times} /> },
    { label: t('settings.errors.first'), value: <TimeText unix={kind.first_at} style="full" /> },
    { label: t('settings.errors.last'), value: <TimeText unix={kind.last_at} style="full" /> },
    { label: t('settings.errors.node'), value: `${kind.node} · ${kind.version}` },
    ...(kind.request_id === '' ? [] : [{ label: t('settings.errors.request'), value: <RequestId id={kind.request_id} /> }]),
  ]
  return (
    <div className="errors-kind">
      {kind.message !== '' && <p className="errors-message">{kind.message}</p>}
      <DescriptionList columns={2} facts={facts} />
      {kind.stack !== '' && (
        // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
        <section className="errors-stack" tabIndex={0} aria-label={t('settings.errors.stack')}>
          <pre className="mono">{kind.stack}</pre>
        </section>
      )}
      <div className="errors-actions">
        {kind.unseen > 0 && (
          <Button size="small" onClick={() => onSee(kind)}>
            {t('settings.errors.see')}
          </Button>
        )}
        <Button size="small" kind="danger" isBusy={remove.isRunning} onClick={ask}>
          {t('settings.errors.remove')}
        </Button>
      </div>
    </div>
  )
}

function RequestId({ id }: { readonly id: string }) {
  const t = useText()
  return (
    <>
      <span className="mono">{id}</span> <CopyButton value={id} label={t('settings.errors.request')} />
    </>
  )
}
