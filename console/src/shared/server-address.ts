import { basePath } from '~/api/base-path'
import { usePublicStatus } from '~/session/status'
import { addressOf } from './chat/chat-template.ts'

/** Where programs reach this installation: what the admin set, else where the page came from. No slash at the end. */
export function useServerAddress(): string {
  const told = usePublicStatus()?.server_address
  return addressOf(told, `${location.origin}${basePath}`)
}
