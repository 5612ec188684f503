import { Link } from '@tanstack/react-router'
import { readTokenUsage } from '@waystation/contract/api/people/token'
import type { TokenUsage } from '@waystation/contract/people/token-usage'
import { keyText } from '@waystation/contract/values/pasted'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '~/api/call'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, DescriptionList, Form, FormFailure, QuotaText, SecretField, ShareBar, SubmitButton, timeText } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'

const KeyForm = z.object({ key: keyText().min(1, 'field_required').max(300, 'field_too_long') })

/** Shows a visitor what their key has used and what is left. The key is sent in a header, never in an address, and is not stored. */
export default function KeyUsagePage() {
  const t = useText()
  const [usage, setUsage] = useState<TokenUsage>()
  const submit = async ({ key }: { key: string }) => setUsage(await call(readTokenUsage, {}, { key: KeyForm.parse({ key }).key }))
  return (
    <AuthFrame
      title={t('auth.keyUsage.title')}
      heading={t('auth.keyUsage.title')}
      below={<Link to={paths.login()}>{t('auth.reset.back')}</Link>}
    >
      {usage ? (
        <>
          <Figures usage={usage} />
          <Button isBlock size="large" onClick={() => setUsage(undefined)}>
            {t('auth.keyUsage.another')}
          </Button>
        </>
      ) : (
        <Form schema={KeyForm} initial={{ key: '' }} onSubmit={submit}>
          <FormFailure />
          <SecretField
            name="key"
            label={t('auth.keyUsage.key')}
            hint={t('auth.keyUsage.hint')}
            placeholder="sk-…"
            size="large"
            isMono
            hasFocus
          />
          <SubmitButton size="large" isBlock>
            {t('auth.keyUsage.submit')}
          </SubmitButton>
        </Form>
      )}
    </AuthFrame>
  )
}

/** Models that are named; the rest is counted. */
const MAX_MODELS = 50

function Figures({ usage }: { readonly usage: TokenUsage }) {
  const t = useText()
  const language = useLanguage()
  const { total_granted: granted, total_used: used, total_available: left, unlimited_quota: isUnlimited } = usage
  const models = Object.keys(usage.model_limits)
  const share = granted > 0 ? used / granted : 0
  return (
    <>
      {!isUnlimited && <ShareBar share={share} label={t('auth.keyUsage.share', { percent: Math.floor(share * 100) })} isWide />}
      <DescriptionList
        facts={[
          { label: t('auth.keyUsage.name'), value: usage.name },
          { label: t('auth.keyUsage.used'), value: <QuotaText value={used} /> },
          { label: t('auth.keyUsage.left'), value: isUnlimited ? t('auth.keyUsage.unlimited') : <QuotaText value={left} /> },
          {
            label: t('auth.keyUsage.end'),
            value: usage.expires_at === 0 ? t('auth.keyUsage.never') : timeText(usage.expires_at, 'full', language),
          },
          {
            label: t('auth.keyUsage.models'),
            value: usage.model_limits_enabled ? modelWords(models) : t('auth.keyUsage.anyModel'),
          },
        ]}
      />
      {isUnlimited && <p className="text3">{t('auth.keyUsage.unlimitedText')}</p>}
    </>
  )
}

const modelWords = (models: readonly string[]): string =>
  models.length <= MAX_MODELS ? models.join(', ') : `${models.slice(0, MAX_MODELS).join(', ')} +${models.length - MAX_MODELS}`
