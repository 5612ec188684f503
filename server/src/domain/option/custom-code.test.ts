import { expect, test } from 'vitest'
import { customCodeHtml, headProblem, scriptOrigins, textProblem } from './custom-code.ts'

test.each([
  '',
  '<!-- a note -->\n<meta name="description" content="A &amp; B">',
  '<link rel="icon" href="/icon.png"><link rel="stylesheet" href="https://fonts.example/a.css">',
  '<style media="print">a { color: red }</style>',
  '<script defer src="https://count.example/c.js" data-site-id="7"></script><script>if (a < b) go("</p>")</script>',
])('the head may hold %s', (html) => expect(headProblem(html)).toBeUndefined())

test.each([
  ['<title>x</title>', '<title>'],
  ['<base href="https://evil.example/">', '<base>'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">', 'http-equiv'],
  ['<img src=x onerror=go()>', '<img>'],
  ['<link rel="icon" href="/a" onload="go()">', 'onload'],
  ['<script src="http://plain.example/a.js"></script>', 'http://plain.example'],
  ['<script src="//any.example/a.js"></script>', '//any.example'],
  ['<link rel="icon" href="javascript:go()">', 'javascript:'],
  ['<script nonce="mine">go()</script>', 'nonce'],
  ['<script>go()', 'no end tag'],
  ['<style>a {}', 'no end tag'],
  ['some words', 'some words'],
  ['</head><body onload=go()>', '</head>'],
  ['<meta name="a" content="b"></div>', '</div>'],
  ['<noscript><img src=x></noscript>', '<noscript>'],
  ['<template><script>go()</script></template>', '<template>'],
  ['<svg><script>go()</script></svg>', '<svg>'],
])('the head may not hold %s', (html, named) => {
  expect(headProblem(html)?.en).toContain(named)
  expect(headProblem(html)?.zh).not.toBe('')
})

test('style sheets and scripts may not end before their end', () => {
  expect(textProblem('style', 'a > b { content: "<p>" }')).toBeUndefined()
  expect(textProblem('style', 'a {} </style><script>go()</script>')?.en).toContain('</style>')
  expect(textProblem('script', 'if (1 < 2) go()')).toBeUndefined()
  expect(textProblem('script', 'go() </SCRIPT ><img src=x onerror=go()>')?.en).toContain('</script>')
  expect(textProblem('script', 'go() </script>')?.en).toContain('</script>')
  expect(textProblem('script', '<!-- <script> ')?.en).toContain('<!--')
})

test('what is allowed is written out with the nonce, and nothing else in it can be obeyed', () => {
  const code = { headHtml: '<!-- n --><meta name="a" content="<b>"><script>f("$&")</script>', css: 'a { color: red }', js: 'g()' }
  expect(customCodeHtml(code, 'N')).toBe(
    '<meta name="a" content="&lt;b&gt;">\n<script nonce="N">f("$&")</script>\n<style nonce="N">a { color: red }</style>\n<script nonce="N">g()</script>',
  )
  expect(customCodeHtml({ headHtml: '', css: ' ', js: '' }, 'N')).toBe('')
})

test('the origins of scripts are told, each once', () => {
  const html =
    '<script src="https://a.example/1.js"></script><script src="https://a.example/2.js"></script><script src="/own.js"></script><link rel="icon" href="https://b.example/">'
  expect(scriptOrigins(html)).toEqual(['https://a.example'])
})
