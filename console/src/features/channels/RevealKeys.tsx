import { revealChannelKey } from '@waystation/contract/api/channel'
import { isRoot } from '@waystation/contract/status-table'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { useUser } from '~/session/user'
import { askText, Button, CodeBlock, EyeIcon } from '~/ui/kit'

/** Shows the stored keys to the super admin, who gives the password again. Nobody else sees that there is such a thing. */
export function RevealKeys({ channelId }: { readonly channelId: number }) {
  const t = useText()
  const user = useUser()
  const reveal = useCall(revealChannelKey)
  const [keys, setKeys] = useState<string>()
  if (!isRoot(user?.role ?? 0)) return null
  const ask = async () => {
    const password = await askText({
      title: t('channel.revealTitle'),
      label: t('channel.revealPassword'),
      hint: t('channel.revealHint'),
      isSecret: true,
      yes: t('channel.reveal'),
    })
    if (password !== undefined) setKeys(await reveal.run({ params: { id: channelId }, body: { password } }))
  }
  if (keys !== undefined) {
    return (
      <div className="revealed-keys">
        <CodeBlock samples={[{ label: t('channel.revealDone'), language: 'text', code: keys }]} />
      </div>
    )
  }
  return (
    <Button size="small" icon={<EyeIcon />} onClick={ask}>
      {t('channel.reveal')}
    </Button>
  )
}
