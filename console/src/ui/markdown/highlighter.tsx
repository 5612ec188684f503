// Colours for code of any origin, by grammars: loaded with the first code block. The colours themselves are classes of code.css.
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { ReactNode } from 'react'

/** The languages that answers are mostly written in. A grammar weighs up to 7 KB, and all of them come with the first block of code. */
const grammars = {
  ...{ bash, c, cpp, csharp, css, diff, go, ini, java, javascript, json, kotlin },
  ...{ markdown, php, python, ruby, rust, shell, sql, swift, typescript, xml, yaml },
}

const lowlight = createLowlight(grammars)
// What models call their languages beyond the grammars' own names.
lowlight.registerAlias({ bash: ['zsh', 'console'], javascript: ['node'], ini: ['env'], xml: ['vue'] })

/** Code as coloured pieces; as it is where its language is not known. */
export function highlightCode(code: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return code
  return lowlight.highlight(language, code).children.map(pieceOf)
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

function pieceOf(node: Node, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const { className } = node.properties
  return (
    <span key={index} className={Array.isArray(className) ? className.join(' ') : ''}>
      {node.children.map((child, at) => pieceOf(child, at))}
    </span>
  )
}
