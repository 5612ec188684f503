import { weChatLogin } from '@waystation/contract/api/people/oauth'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
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

export interface TelegramDialogProps {
  readonly onClose: () => void
  /** Where the widget sends the browser with what it says of the user. */
  readonly address: string
}

const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'

/** Telegram's own login button. It comes by a script of theirs, which replaces itself with the button. */
export function TelegramDialog({ onClose, address }: TelegramDialogProps) {
  const t = useText()
  const language = useLanguage()
  const bot = usePublicStatus()?.telegram_bot_name ?? ''
  const place = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const box = place.current
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    script.onerror = () => setHasFailed(true)
    const attributes = { 'telegram-login': bot, size: 'large', radius: '8', lang: language, 'auth-url': address }
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(`data-${name}`, value)
    box?.append(script)
    return () => box?.replaceChildren()
  }, [bot, language, address])

  return (
    <Dialog isOpen onClose={onClose} title={t('auth.telegram.title')} width={440}>
      <p className="text2">{t('auth.telegram.text')}</p>
      <div className="telegram-place" ref={place} />
      {hasFailed && <Banner tone="red">{t('auth.telegram.failed')}</Banner>}
    </Dialog>
  )
}
