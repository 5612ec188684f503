import { weChatLogin } from '@waystation/contract/api/oauth'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { Banner, Dialog, Form, FormFailure, SubmitButton, TextField } from '~/ui/kit'
import './sign-in.css'

export interface WeChatDialogProps {
  readonly onClose: () => void
  /** On the button: "Log in" or "Link". */
  readonly submit: string
  /** Logs in or links with the code. A failure is shown in the dialog, so the call must be quiet. */
  readonly onCode: (code: string) => Promise<unknown>
}

/** The account's QR code, and a field for the code that the account answers with. */
export function WeChatDialog({ onClose, submit, onCode }: WeChatDialogProps) {
  const t = useText()
  const image = usePublicStatus()?.wechat_qrcode
  const check = ({ code }: { code?: string | undefined }) => (code?.trim() ? {} : { code: t('auth.weChat.empty') })
  return (
    <Dialog isOpen onClose={onClose} title={t('auth.weChat.title')} width={440}>
      <div className="wechat">
        {image ? (
          <img className="wechat-code" src={image} alt={t('auth.weChat.image')} referrerPolicy="no-referrer" />
        ) : (
          <Banner tone="amber">{t('auth.weChat.noImage')}</Banner>
        )}
        <p className="text2">{t('auth.weChat.text')}</p>
        <Form schema={weChatLogin.query} initial={{ code: '' }} check={check} onSubmit={({ code = '' }) => onCode(code.trim())}>
          <FormFailure />
          <TextField name="code" label={t('auth.code')} autoComplete="one-time-code" hasFocus />
          <SubmitButton isBlock>{submit}</SubmitButton>
        </Form>
      </div>
    </Dialog>
  )
}
