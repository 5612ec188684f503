import { revealChannelKey } from '@waystation/contract/api/channel'
import { isRoot } from '@waystation/contract/status-table'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Button, CodeBlock, EyeIcon } from '~/ui/kit'

/** Shows the stored keys to the super admin, who has to confirm who they are. Hidden from all other roles. */
export function RevealKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const user = useUser()
  const reveal = useCall(revealChannelKey)
  const [keys, setKeys] = useState<string>()
  if (!isRoot(user?.role ?? 0)) return null
  const show = async () => setKeys(await reveal.run({ params: { id: channelId }, body: {} }))
  if (keys !== undefined) {
    return (
      <div className="revealed-keys">
        <CodeBlock samples={[{ label: t('channel.revealDone'), language: 'text', code: keys }]} />
      </div>
    )
  }
  return (
    <div className="reveal-keys">
      <Button size="small" icon={<EyeIcon />} onClick={show}>
        {t('channel.reveal')}
      </Button>
      <span className="field-hint">{t('channel.revealHint')}</span>
    </div>
  )
}
