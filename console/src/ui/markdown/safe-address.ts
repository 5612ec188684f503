/** May this be shown as a picture? Raster images as data, or over https; nothing that can run. */
export function isImageAddress(address: string): boolean {
  return /^data:image\/(?:png|jpeg|webp|gif|avif);base64,[A-Za-z0-9+/=\s]+$/.test(address) || /^https:\/\/[^\s]+$/.test(address)
}

/** The host that an image is fetched from; undefined when the URL holds the image itself. */
export function imageHost(address: string): string | undefined {
  return address.startsWith('data:') || !URL.canParse(address) ? undefined : new URL(address).host
}

/** May this be followed? Other sites, mail, and places on the page itself. */
export function isLinkAddress(address: string): boolean {
  return /^(?:https?:\/\/[^\s]|mailto:|#)/i.test(address)
}
