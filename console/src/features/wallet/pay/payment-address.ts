export interface PaymentPage {
  /** Where the fields are posted to; without fields, where the browser goes. */
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The page of the payment service as one address, for a camera: another device pays the same order. Services that take the fields as a posted
 * form take them in the address too; they are signed, so nobody can change what is paid.
 */
export function paymentAddress({ url, fields }: PaymentPage): string {
  const query = new URLSearchParams(fields).toString()
  if (query === '') return url
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}
