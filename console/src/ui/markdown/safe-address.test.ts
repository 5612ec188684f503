import { expect, test } from 'vitest'
import { imageHost, isImageAddress, isLinkAddress } from './safe-address.ts'

test('pictures are raster data or come over https', () => {
  for (const good of ['https://a.test/x.png', 'data:image/png;base64,iVBORw0KGgo=', 'data:image/webp;base64,AAAA'])
    expect(isImageAddress(good), good).toBe(true)
  const bad = [
    'http://a.test/x',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html;base64,AAAA',
    'data:image/png,raw',
    'javascript:x',
    '/x.png',
    '',
  ]
  for (const one of bad) expect(isImageAddress(one), one).toBe(false)
})

// security 18
test('the host of an image is the one that the browser would contact; data has none', () => {
  expect(imageHost('https://good.example@Trap.example:8443/x.png?d=1')).toBe('trap.example:8443')
  expect(imageHost('data:image/png;base64,iVBORw0KGgo=')).toBeUndefined()
})

test('links lead to other sites, to mail, or to a place on the page', () => {
  for (const good of ['https://a.test', 'HTTP://a.test', 'mailto:a@b.c', '#note']) expect(isLinkAddress(good), good).toBe(true)
  for (const bad of [
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    'vbscript:x',
    '/api/user/logout',
    '//evil.test',
    'file:///etc/passwd',
    '',
  ])
    expect(isLinkAddress(bad), bad).toBe(false)
})
