import type { PaymentMethod } from '@waystation/contract/money/top-up'
import type { ReactNode } from 'react'
import { useText } from '~/i18n'
import { CardIcon } from '~/ui/kit'

export function isMethod(name: string): name is PaymentMethod {
  return name === 'zfb' || name === 'wx' || name === 'stripe'
}

/** The sign of a payment method: a card, or the first letters of its name. */
export function MethodIcon({ method }: { readonly method: string }): ReactNode {
  const t = useText()
  if (method === 'zfb' || method === 'wx') return <span className="wallet-method-sign">{t(`wallet.short.${method}`)}</span>
  return <CardIcon />
}

/** What a payment method is called; its own name where this console does not know it. */
export function useMethodName(): (method: string) => string {
  const t = useText()
  return (method) => (isMethod(method) ? t(`wallet.methods.${method}`) : method)
}
