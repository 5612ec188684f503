import { getUpdate } from '@waystation/contract/api/outside'
import type { CallData } from '@waystation/contract/endpoint'
import { useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { Banner, Button, DescriptionList, Markdown, SettingRow, TimeText } from '~/ui/kit'

type Found = { readonly update: CallData<typeof getUpdate> } | { readonly failure: string }

/** The version that runs and since when, and whether there is a newer one. */
export function SystemInfo({ disabledReason }: { readonly disabledReason: string | undefined }) {
  const t = useText()
  const status = usePublicStatus()
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
      <div className="settings-info">
        <DescriptionList
          columns={2}
          facts={[
            { label: t('settings.version'), value: status?.version },
            { label: t('settings.started'), value: status && <TimeText unix={status.start_time} style="full" /> },
          ]}
        />
      </div>
      <SettingRow label={t('settings.checkUpdate')} help={t('settings.updateHelp')}>
        <Button onClick={check} isBusy={isChecking} disabledReason={disabledReason}>
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
