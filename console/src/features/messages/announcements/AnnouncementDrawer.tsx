import {
  AnnouncementDraft,
  announcementAudiences,
  announcementKinds,
  type StoredAnnouncement,
} from '@waystation/contract/site/announcement'
import { useText } from '~/i18n'
import { useSiteZone } from '~/session/status'
import { type Drawer, FormDrawer, FormSection, MarkdownField, MomentField, SelectField, TextField } from '~/ui/kit'
import { zoneName } from '~/ui/time-zone'
import { nowSeconds } from './announcement-columns.tsx'
import { useAnnouncementCalls } from './announcement-queries.ts'

const MINUTE_SECONDS = 60

/** From this minute on, for users, until it is ended. */
const blank = () => ({
  ...({ title: '', text: '', kind: 'information', audience: 'users' } as const),
  from: Math.floor(nowSeconds() / MINUTE_SECONDS) * MINUTE_SECONDS,
})

/** Writes an announcement, or changes one. */
export function AnnouncementDrawer({ drawer }: { readonly drawer: Drawer<StoredAnnouncement> }) {
  const t = useText()
  const { create, edit } = useAnnouncementCalls()
  const stored = drawer.item
  return (
    <FormDrawer
      drawer={drawer}
      title={t(drawer.isNew ? 'announcement.create' : 'announcement.edit')}
      schema={AnnouncementDraft}
      initial={stored ? writtenIn(stored) : blank()}
      onSubmit={async (values) => {
        await (stored ? edit(stored.id, values) : create(values))
      }}
      footnote={t('announcement.footnote')}
      width={900}
    >
      <Fields isNew={drawer.isNew} />
    </FormDrawer>
  )
}

const writtenIn = ({ title, text, kind, audience, from, until }: StoredAnnouncement) => ({
  ...{ title, text, kind, audience, from },
  ...(until === null ? {} : { until }),
})

function Fields({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const zone = useSiteZone()
  const zoneHint = t('announcement.zone', { zone: zoneName(zone) })
  return (
    <FormSection>
      <TextField name="title" label={t('message.name')} isRequired isWide hasFocus={isNew} />
      <SelectField
        name="kind"
        label={t('announcement.kind')}
        hint={t('announcement.kindHint')}
        choices={announcementKinds.map((value) => ({ value, label: t(`announcement.kinds.${value}`) }))}
      />
      <SelectField
        name="audience"
        label={t('announcement.audience')}
        hint={t('announcement.audienceHint')}
        choices={announcementAudiences.map((value) => ({ value, label: t(`announcement.audiences.${value}`) }))}
      />
      <MomentField name="from" label={t('announcement.from')} hint={zoneHint} zone={zone} isRequired />
      <MomentField name="until" label={t('announcement.until')} hint={t('announcement.untilHint')} zone={zone} />
      <MarkdownField name="text" label={t('message.content')} placeholder={t('announcement.textHint')} />
    </FormSection>
  )
}
