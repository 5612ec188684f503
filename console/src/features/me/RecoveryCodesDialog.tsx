import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { Banner, Button, CopyIcon, copyOrShow, Dialog, DownloadIcon, saveText } from '~/ui/kit'

/** Recovery codes that were just made. They cannot be seen again, so only the word that they are kept closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useText()
  const site = useSystemName()
  const lines = codes.join('\n')
  return (
    <Dialog
      isOpen
      isHeld
      onClose={onClose}
      title={t('factor.recovery.title')}
      width={440}
      buttons={
        <Button kind="primary" onClick={onClose}>
          {t('factor.recovery.kept')}
        </Button>
      }
    >
      <div className="stack">
        <Banner tone="amber">{t('factor.recovery.once')}</Banner>
        <p className="text2">{t('factor.recovery.text')}</p>
        <ul className="me-recovery-codes" aria-label={t('factor.recovery.list')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row">
          <Button icon={<CopyIcon />} onClick={() => copyOrShow(lines)}>
            {t('factor.recovery.copy')}
          </Button>
          <Button
            icon={<DownloadIcon />}
            onClick={() => saveText(t('factor.recovery.fileName', { site }), `${site} · ${location.origin}\n\n${lines}\n`)}
          >
            {t('factor.recovery.download')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
