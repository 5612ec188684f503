import { ownData } from '@waystation/contract/api/people/account'
import { useState } from 'react'
import { callFile } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { Button, DownloadIcon, saveFile, toast } from '~/ui/kit'

/** Everything that is kept about the user, as a file. */
export function OwnData() {
  const t = useText()
  const [isPreparing, setPreparing] = useState(false)
  const download = async () => {
    setPreparing(true)
    try {
      saveFile(await callFile(ownData, {}))
    } catch (error) {
      toast.failed(messageOf(error))
    } finally {
      setPreparing(false)
    }
  }
  return (
    <section className="me-line" aria-labelledby="me-data">
      <div className="grow">
        <h2 id="me-data">{t('me.data.title')}</h2>
        <p>{t('me.data.text')}</p>
      </div>
      <Button icon={<DownloadIcon />} disabledReason={isPreparing ? t('me.data.preparing') : undefined} onClick={download}>
        {t(isPreparing ? 'me.data.preparing' : 'me.data.download')}
      </Button>
    </section>
  )
}
