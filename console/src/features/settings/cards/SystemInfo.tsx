import { getUpdate } from '@waystation/contract/api/people/outside'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Banner, Button, Markdown, SettingRow } from '~/ui/kit'
import { ServerErrors } from '../errors/ServerErrors.tsx'
import { NodeList } from '../nodes/NodeList.tsx'

type Found = { readonly update: CallData<typeof getUpdate> } | { readonly failure: string }

interface SystemInfoProps {
  /** Is its tab in sight? */
  readonly isOpen: boolean
  readonly isRoot: boolean
}

/** Which nodes there are, with their versions and since when they run, and whether there is a newer version. */
export default function SystemInfo({ isOpen, isRoot }: SystemInfoProps) {
  const t = useText()
  const [found, setFound] = useState<Found>()
  const [isChecking, setIsChecking] = useState(false)
  const check = async () => {
    setIsChecking(true)
    const result = await call(getUpdate).then(
      (update): Found => ({ update }),
      (error: unknown): Found => ({ failure: messageOf(error) }),
    )
    setFound(result)
    setIsChecking(false)
  }
  return (
    <>
      <NodeList isOpen={isOpen} />
      {isRoot && <ServerErrors isOpen={isOpen} />}
      <SettingRow label={t('settings.checkUpdate')} help={t('settings.updateHelp')}>
        <Button onClick={check} isBusy={isChecking} disabledReason={isRoot ? undefined : t('settings.rootOnly')}>
          {t('settings.checkUpdate')}
        </Button>
      </SettingRow>
      {found && (
        <div className="settings-info" aria-live="polite">
          <FoundUpdate found={found} />
        </div>
      )}
    </>
  )
}

function FoundUpdate({ found }: { readonly found: Found }) {
  const t = useText()
  if ('failure' in found) return <Banner tone="red">{found.failure}</Banner>
  const { latest, is_newer: isNewer, notes, page } = found.update
  if (!isNewer) return <Banner tone="green">{t('settings.upToDate', { version: latest })}</Banner>
  return (
    <>
      <Banner
        tone="blue"
        action={
          page !== '' && (
            <a href={page} target="_blank" rel="noreferrer">
              {t('settings.updatePage')}
            </a>
          )
        }
      >
        {t('settings.updateFound', { version: latest })}
      </Banner>
      {notes !== '' && (
        <section className="settings-notes" aria-label={t('settings.updateNotes')}>
          <Markdown text={notes} />
        </section>
      )}
    </>
  )
}
