// Saving a base URL that ends in /v1 needs a confirmation, wherever a channel is created (specification section 5).
import { CallError } from '~/api/call-error'
import { text } from '~/i18n'
import { confirm } from '~/ui/kit'

/** Does an address end in the part that is added to it? Where vendors themselves give it out as `…/openai/v1`, nobody need be asked. */
export const endsInV1 = (address: string): boolean => /(?<!\/openai)\/v1\/?$/.test(address.trim())

/** The address without the part that is added to it. */
export const withoutV1 = (address: string): string => address.trim().replace(/\/v1\/?$/, '')

/**
 * Asks for confirmation of a base URL that ends in /v1.
 * @throws CallError for the field `base_url` when it is not meant so
 */
export async function confirmV1Address(address: string): Promise<void> {
  if (!endsInV1(address)) return
  const isMeant = await confirm({
    title: text('channel.baseUrlV1Title'),
    text: text('channel.baseUrlV1Ask'),
    yes: text('channel.baseUrlV1Yes'),
  })
  if (!isMeant) throw new CallError({ message: '', code: 'unknown', status: 0, fields: { base_url: text('channel.baseUrlV1Not') } })
}
