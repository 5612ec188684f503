import { Link } from '@tanstack/react-router'
import { listChannels } from '@waystation/contract/api/channels/channel'
import { getUserModels } from '@waystation/contract/api/people/session'
import { listTokens } from '@waystation/contract/api/people/token'
import { useData } from '~/api/use-data'
import { type TextKey, useText } from '~/i18n'
import { paths } from '~/paths'
import { useUser } from '~/session/user'
import { CheckIcon, ChevronRightIcon, Panel } from '~/ui/kit'

interface Step {
  readonly title: TextKey
  readonly text: TextKey
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly isDone: boolean
}

/** The steps that are left before there are figures; undefined while unknown, empty when all are done. */
export function useFirstSteps(isAdmin: boolean, isWanted: boolean): readonly Step[] | undefined {
  const user = useUser()
  const tokens = useData(listTokens, { query: { p: 0, size: 1 } }, { when: isWanted })
  const channels = useData(listChannels, { query: { p: 0, page_size: 1 } }, { when: isWanted && isAdmin })
  const models = useData(getUserModels, {}, { when: isWanted })
  if (!tokens.data || !models.data || (isAdmin && !channels.data)) return undefined
  const hasCalled = (user?.request_count ?? 0) > 0
  const steps: Step[] = [
    ...(isAdmin
      ? [
          {
            title: 'dashboard.addChannel',
            text: 'dashboard.addChannelText',
            to: paths.channels(),
            search: { edit: 'new' },
            isDone: (channels.data?.length ?? 0) > 0,
          } as const,
        ]
      : []),
    {
      title: 'dashboard.createToken',
      text: 'dashboard.createTokenText',
      to: paths.tokens(),
      search: { edit: 'new' },
      isDone: tokens.data.length > 0,
    },
    {
      title: 'dashboard.tryPlayground',
      // Without a model there is nothing to try, and only an admin can mend that.
      text: models.data.length > 0 || isAdmin ? 'dashboard.tryPlaygroundText' : 'dashboard.noModelsText',
      to: paths.playground(),
      isDone: hasCalled,
    },
  ]
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

/** The steps to the first figures. */
export function FirstSteps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Panel title={t('dashboard.firstSteps')} isFlush>
      <ol className="first-steps">
        {steps.map(({ title, text, to, search = {}, isDone }, index) => (
          <li key={title}>
            <Link to={to} search={search} className={isDone ? 'done' : index === next ? 'next' : ''}>
              <span className="first-steps-mark" aria-hidden>
                {isDone ? <CheckIcon /> : index + 1}
              </span>
              <span className="grow">
                <strong>{t(title)}</strong>
                {isDone && <span className="unseen"> {t('dashboard.stepDone')}</span>}
                <span className="first-steps-text">{t(text)}</span>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
