const told = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

/** The path this console is hosted under: '' at the root of a host, else '/sub' without a slash at its end. */
export const basePath = told.startsWith('/') ? told.replace(/\/+$/, '') : ''
